import Fleet
import Foundation
import JSON
import MachineFixture

/// A console of a fleet, behind a proxy that signs its users in.
final class RunningConsole {
  let process: WorkerProcess
  private let port = UInt16(FreePort.next())

  /// Starts one and waits until it answers; each of the accounts is named after its role.
  init(_ fleet: RunningFleet) throws {
    let accounts = fleet.folder.appendingPathComponent("accounts")
    try Data("operator:operator:-\nadmin:admin:-\nagent:agent:-\n".utf8).write(to: accounts)
    let own = [
      "LIVERY_AMQP_URL": RunningFleet.url(
        of: fleet.endpoint(for: Permissions.Part.console.name)),
      "LIVERY_CONSOLE_PORT": "\(port)", "LIVERY_CONSOLE_ACCOUNTS": accounts.path,
      "LIVERY_CONSOLE_PROXY_HEADER": "X-User",
      "LIVERY_CONSOLE_RECORDINGS": fleet.folder.path,
      "LIVERY_CONSOLE_SITE": Repository.root.appendingPathComponent("Sources/Console/Site").path,
    ]
    process = try WorkerProcess(
      "livery-console", environment: fleet.environment.merging(own) { $1 },
      folder: fleet.folder)
    try waitUntil("the console answers: \(process.log)") {
      try curl(port, "/").status == 200 || !process.isRunning
    }
  }

  /// Reads as a user.
  func get(_ path: String, as user: String = "operator") throws -> JSONValue {
    try ask(path, user)
  }

  /// Acts as a user.
  @discardableResult
  func post(_ path: String, _ body: String, as user: String = "operator") throws -> JSONValue {
    try ask(path, user, ["--header", "Content-Type: application/json", "--data", body])
  }

  /// Waits until what is read is as wanted, and returns it.
  @discardableResult
  func wait(_ path: String, _ isWanted: (JSONValue) -> Bool) throws -> JSONValue {
    var seen = JSONValue.null
    try waitUntil("\(path): \(seen)") {
      seen = try get(path)
      return isWanted(seen)
    }
    return seen
  }

  private func ask(_ path: String, _ user: String, _ options: [String] = []) throws -> JSONValue {
    let seen = try curl(port, path, ["--header", "X-User: \(user)"] + options)
    return (try? JSONValue(parsing: Array(seen.body.utf8), limits: .stored)) ?? .null
  }
}
