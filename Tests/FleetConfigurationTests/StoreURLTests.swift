import Fleet
import Testing

@Suite struct StoreURLTests {
  @Test(
    "A URL of PostgreSQL is shown with its hosts, ports and database, and with nothing secret",
    arguments: [
      ("postgres://db/livery", "postgres://db/livery"),
      ("postgresql://livery:s3cret@db:5432/livery", "postgresql://***@db:5432/livery"),
      (
        "postgres://s3cret:s3cret%40s3cret@h1:5432,h2:5433/db?sslmode=verify-full&sslrootcert=/ca",
        "postgres://***@h1:5432,h2:5433/db"
      ),
      ("postgres://h1,h2:5433/db", "postgres://h1,h2:5433/db"),
      (
        "postgres://h1,h2/db?port=6432&user=s3cret&password=s3cret&sslpassword=s3cret",
        "postgres://***@h1:6432,h2:6432/db"
      ),
      ("postgres://a:s3?cret@db/livery", "postgres://***@db/livery"),
      ("postgres://a:s3#cret@db/livery", "postgres://***@db/livery"),
      ("postgres://a:s3cret@[::1]:5432/livery", "postgres://***@[::1]:5432/livery"),
      ("postgres:///livery?host=/run/postgresql", "postgres://%2Frun%2Fpostgresql/livery"),
    ])
  func shown(_ url: String, _ expected: String) throws {
    let location = try #require(StoreLocation(url))
    #expect(location.description == expected)
    var dumped = ""
    dump(location, to: &dumped)
    #expect(!dumped.contains("s3"))
    #expect(try load(url).get().redactedDescription.contains("LIVERY_STORE=\(expected)"))
  }

  @Test(
    "A URL that libpq cannot use is a mistake that quotes nothing of it",
    arguments: [
      ("postgres://a:s3cret%zz@db/livery", "cannot read"),
      ("postgres://a:s3cret@[::1/livery", "cannot read"),
      ("postgres://a:s3cret@db/livery?sslmode=require&s3cret=1", "number 2 after '?'"),
      ("postgres://a:s3cret@db/livery?sslmode", "number 1 after '?'"),
      ("postgres://a:s3cret@db/livery?sslmode=full", "another sslmode than disable, allow"),
      ("postgres://a@db/livery?target_session_attrs=rw", "another target_session_attrs than any"),
      ("postgres://a:s3cret@db:99999/livery", "a port that is no number up to 65535"),
      ("postgres://a:b/s3cret@db/livery", "a port that is no number up to 65535"),
      ("postgres://a:1/s3cret@db/livery", "an '@' or '/' too many"),
      ("postgres://a:s3@cret@db/livery", "an '@' or '/' too many"),
      ("postgres://a@h1:1,h2:2/livery?port=1,2,3", "2 hosts and 3 ports"),
    ])
  func refused(_ url: String, _ expected: String) throws {
    guard case .failure(let mistakes) = load(url) else {
      Issue.record("expected a mistake")
      return
    }
    let text = mistakes.mistakes.map(\.description).joined(separator: "\n")
    #expect(text.contains(expected), "\(text)")
    #expect(text.hasPrefix("LIVERY_STORE: expected sqlite:PATH, or a postgres:// URL, got a URL"))
    #expect(!text.contains("s3"))
    #expect(StoreLocation(url)?.description == "postgres://***")
  }

  private func load(_ url: String) -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(environment: ["LIVERY_STORE": url], required: []) { _ in nil }
  }
}
