import Fleet
import Testing

@testable import Tool

@Suite("No message of the tool shows a password")
struct MaskedURLsTests {
  @Test(
    "A URL loses its password, and other text stays as it is",
    arguments: [
      ("open postgresql://u:secret@h/db: no", "open postgresql://u:***@h/db: no"),
      ("'amqp://u:s/e:c@r?e#t@h:5672/%2F'", "'amqp://u:***@h:5672/%2F'"),
      ("postgres://h/db?user=u&password=secret&x=1", "postgres://h/db?user=u&password=***&x=1"),
      ("postgres://h/db?sslpassword=secret", "postgres://h/db?sslpassword=***"),
      ("a amqp://u:secret@h, b amqps://v:hidden@h", "a amqp://u:***@h, b amqps://v:***@h"),
      ("amqp://u@h:5672/x", "amqp://u@h:5672/x"), ("http://h:80/a", "http://h:80/a"),
      ("ratio 1:2, m@il, a://", "ratio 1:2, m@il, a://"),
    ])
  func masked(_ text: String, _ shown: String) {
    #expect(MaskedURLs.of(text) == shown)
  }

  @Test(
    "Whatever is refused of a command line is told without it",
    arguments: [
      ["replay", "r.gz", "--local", "--store", "URL"], ["rides", "URL"], ["URL"],
      ["rides", "--phase", "URL"], ["rides", "--store=URL"], ["send", "URL"],
      ["topology", "permissions", "--user", "URL"], ["catalogue", "check", "URL"], ["mask", "URL"],
      ["rides", "--limit", "URL"], ["contract", "check", "URL"], ["record", "URL"],
    ])
  func refusals(_ arguments: [String]) throws {
    let store = try ToolStore()
    for secret in ["secret", "se/cr@et"] {
      let url = "postgresql://user:\(secret)@127.0.0.1:1/db"
      let result = store.run(arguments.map { $0.replacing("URL", with: url) })
      #expect(result.code != .success)
      #expect(!result.error.isEmpty && !result.error.contains(secret), "\(result.error)")
      #expect(!result.output.contains(secret), "\(result.output)")
    }
  }

  @Test("A PostgreSQL database is no file to replay over a copy of")
  func replayStore() throws {
    let result = try ToolStore().run(
      "replay", "r.gz", "--local", "--store", "postgresql://user:secret@h/db")
    #expect(result.code == .usage)
    #expect(result.error.contains("expected the path of a SQLite file"))
  }
}
