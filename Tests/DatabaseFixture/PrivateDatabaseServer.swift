import Foundation
import MachineFixture

/// A server for one test or suite alone, which may be killed, frozen and promoted; it ends, and its
/// folder goes, with the last reference to it.
package final class PrivateDatabaseServer: Sendable {
  private static let script = DeployScript("database")

  /// Where `Tests/Lab/database` has what it keeps.
  package let folder: String
  package let port: Int
  /// The URL of a role that may create databases, and of its own database.
  package let url: String

  /// Starts a server; `keepsSafe` is for tests in which a commit has to reach the disk.
  package convenience init(keepsSafe: Bool = false) throws {
    try self.init { folder in ["start", folder] + (keepsSafe ? [] : ["--unsafe"]) }
  }

  private init(_ arguments: (_ folder: String) -> [String]) throws {
    folder = NSTemporaryDirectory() + "livery-database-\(UUID().uuidString)"
    let text = try Self.script.run(arguments(folder))
    guard let url = DeployScript.value("url", in: text),
      let port = DeployScript.value("port", in: text).flatMap({ Int($0) })
    else {
      throw DatabaseFixtureError(
        "Tests/Lab/database: expected url= and port=, got \(text)")
    }
    self.url = url
    self.port = port
  }

  deinit {
    _ = try? Self.script.run(["kill", folder])
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts a server that follows this one.
  ///
  /// With `isSynchronous` this one confirms no commit that the standby has not kept.
  package func makeStandby(isSynchronous: Bool) throws -> PrivateDatabaseServer {
    try PrivateDatabaseServer { folder in
      ["standby", folder, self.folder] + (isSynchronous ? ["--synchronous"] : [])
    }
  }

  /// Makes a standby a primary.
  package func promote() throws { try Self.script.run(["promote", folder]) }

  /// Ends the server as an operator does: sessions are cut off, all is written.
  package func stop() throws { try Self.script.run(["stop", folder]) }

  /// Ends all processes of the server at once.
  package func killNow() throws { try Self.script.run(["kill", folder]) }

  /// Starts the server anew, on the same port.
  package func start() throws { try Self.script.run(["start", folder]) }

  /// Freezes the server: its connections stay open, and nothing is read or written.
  package func halt() throws { try Self.script.run(["halt", folder]) }

  /// Lets a frozen server go on.
  package func resume() throws { try Self.script.run(["resume", folder]) }

  /// Turns TLS on, with a new certificate for `localhost`; gives back the file of its authority.
  package func enableTLS() throws -> String {
    let text = try Self.script.run(["tls", folder])
    guard let path = DeployScript.value("ca", in: text) else {
      throw DatabaseFixtureError("Tests/Lab/database tls: expected ca=, got \(text)")
    }
    return path
  }

  /// Runs statements as the superuser; gives back what psql prints of the rows.
  @discardableResult
  package func administer(_ statements: String) throws -> String {
    try Self.script.run(
      ["psql", folder, "--quiet", "--tuples-only", "--no-align", "--command=\(statements)"])
  }

  /// The password of all its roles.
  package func password() throws -> String {
    try String(contentsOfFile: folder + "/password", encoding: .utf8).filter { !$0.isNewline }
  }
}
