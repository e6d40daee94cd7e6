import BrokerFixture
import DatabaseFixture
import Foundation
import Testing

@Suite("PostgreSQL over TLS", .blocking)
struct PostgresTLSTests {
  @Test("A server is trusted by its authority and its name, and refused for either")
  func authorities() throws {
    let server = try PrivateDatabaseServer()
    let stranger = FileManager.default.temporaryDirectory
      .appendingPathComponent("stranger-\(UUID().uuidString).crt")
    try FileManager.default.copyItem(atPath: try server.enableTLS(), toPath: stranger.path)
    defer { try? FileManager.default.removeItem(at: stranger) }
    let authority = try server.enableTLS()
    let password = try server.password()
    func migrate(
      _ host: String, _ parameters: String
    ) throws -> (code: Int32, output: String, errors: String) {
      let url = "postgresql://livery:\(password)@\(host):\(server.port)/livery?\(parameters)"
      let result = try RunningFleet(topology: false, migrated: false, store: url).tool("migrate")
      #expect(!(result.output + result.errors).contains(password))
      return result
    }
    for parameters in ["sslmode=require", "sslmode=verify-full&sslrootcert=\(authority)"] {
      let result = try migrate("localhost", parameters)
      #expect(result.code == 0, "\(parameters): \(result.errors)")
    }
    let unknown = try migrate("localhost", "sslmode=verify-full&sslrootcert=\(stranger.path)")
    #expect(unknown.code == 69)
    #expect(unknown.errors.contains("certificate verify failed"), "\(unknown.errors)")
    let misnamed = try migrate("127.0.0.1", "sslmode=verify-full&sslrootcert=\(authority)")
    #expect(misnamed.code == 69)
    #expect(misnamed.errors.contains("does not match host name"), "\(misnamed.errors)")
    let absent = try migrate("localhost", "sslmode=verify-full&sslrootcert=/absent.crt")
    #expect(absent.code != 0)
    #expect(absent.errors.contains("/absent.crt"), "\(absent.errors)")
  }

  @Test("A worker works over TLS, and only over TLS where the server demands it")
  func worker() throws {
    let server = try PrivateDatabaseServer()
    let authority = try server.enableTLS()
    let login = "postgresql://livery:\(try server.password())@localhost:\(server.port)/livery"
    let fleet = try RunningFleet(store: "\(login)?sslmode=verify-full&sslrootcert=\(authority)")
    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    #expect(
      try client.ask("request-ride.handle", Bodies.booking(rider: "r")).code == "inProgress")
    let sessions = try server.administer(
      "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
        + "WHERE usename = 'livery' AND NOT ssl")
    #expect(sessions.filter { !$0.isWhitespace } == "0")
  }

  @Test(
    "A client's key that others may read is refused by libpq; a private one is accepted")
  func privateKey() throws {
    let server = try PrivateDatabaseServer()
    let authority = try server.enableTLS()
    let own = try TestCertificates()
    try own.selfSigned("client", subject: "livery")
    let url =
      "postgresql://livery:\(try server.password())@localhost:\(server.port)/livery"
      + "?sslmode=verify-full&sslrootcert=\(authority)"
      + "&sslcert=\(own.path("client.pem"))&sslkey=\(own.path("client.key"))"
    func migrate(mode: Int) throws -> (code: Int32, output: String, errors: String) {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: own.path("client.key"))
      return try RunningFleet(topology: false, migrated: false, store: url).tool("migrate")
    }
    let wide = try migrate(mode: 0o644)
    #expect(wide.code == 69)
    #expect(wide.errors.contains("has group or world access"), "\(wide.errors)")
    #expect(try migrate(mode: 0o600).code == 0)
  }

  @Test("A server without TLS is refused if TLS is required")
  func demanded() throws {
    let database = try TestDatabase(.nothing)
    let fleet = try RunningFleet(
      topology: false, migrated: false, store: "\(database.url)?sslmode=require")
    let result = try fleet.tool("migrate")
    #expect(result.code == 69)
    #expect(result.errors.contains("server does not support SSL"), "\(result.errors)")
  }
}
