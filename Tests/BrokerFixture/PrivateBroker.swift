package import AMQP
import Foundation
import MachineFixture
import Synchronization

/// A broker for one suite alone, which may exhaust it, halt it and end it.
package final class PrivateBroker: Sendable {
  private static let script = DeployScript("broker")

  /// The default virtual host of the broker.
  package let endpoint: AMQPEndpoint
  private let folder: String
  private let process: Atomic<Int32>

  /// The same over TLS, with the broker's own authority; nil without TLS.
  package let secureEndpoint: AMQPEndpoint?

  /// Whether a broker listens with TLS too, and asks its clients for certificates.
  package enum Security: Sendable {
    case none
    case optional
    case required
  }

  /// The folder of the certificates and keys: `ca`, `server` and `client`.
  package var certificates: String { folder + "/tls" }

  /// Starts a broker in a folder of its own, which takes some seconds.
  package init(security: Security = .none) throws {
    folder = NSTemporaryDirectory() + "livery-broker-\(UUID().uuidString)"
    switch security {
    case .none: break
    case .optional: try Self.script.run(["tls", folder])
    case .required: try Self.script.run(["tls", folder, "required"])
    }
    let values = try Self.start(["start", folder], in: folder)
    guard let url = DeployScript.value("url", in: values) else {
      throw TestBrokerError("Tests/Lab/broker start: expected url=, got \(values)")
    }
    var endpoint = try AMQPEndpoint(url: url)
    endpoint.virtualHost = "/"
    self.endpoint = endpoint
    secureEndpoint = try DeployScript.value("tls_url", in: values).map { try AMQPEndpoint(url: $0) }
    process = Atomic(try Self.process(in: values))
  }

  /// What the script has written of the broker that it has started.
  private static func start(_ arguments: [String], in folder: String) throws -> String {
    try Self.script.run(arguments)
    return try String(contentsOfFile: folder + "/broker.env", encoding: .utf8)
  }

  private static func process(in values: String) throws -> Int32 {
    guard let process = DeployScript.value("pid", in: values).flatMap(Int32.init) else {
      throw TestBrokerError("Tests/Lab/broker start: expected pid=, got \(values)")
    }
    return process
  }

  /// Ends the broker and removes its folder.
  package func end() throws {
    resume()
    try Self.script.run(["stop", folder])
    try FileManager.default.removeItem(atPath: folder)
  }

  /// kill -9: no time for anything; what was confirmed is on the disk.
  package func killNow() throws {
    kill(process.load(ordering: .relaxed), SIGKILL)
    // The broker has no more to end, but its name server goes only when it knows of no node.
    try Self.script.run(["stop", folder])
  }

  /// Starts a broker that was killed on its ports anew.
  package func startAgain() throws {
    let values = try Self.start(["start", folder, "\(endpoint.port)"], in: folder)
    process.store(try Self.process(in: values), ordering: .relaxed)
  }

  /// Runs `rabbitmqctl` against the broker.
  @discardableResult
  package func control(_ arguments: String...) throws -> String { try control(arguments) }

  /// Runs `rabbitmqctl` against the broker.
  @discardableResult
  package func control(_ arguments: [String]) throws -> String {
    try Self.script.run(["ctl", folder] + arguments)
  }

  /// Halts the broker's process: its sockets stay open, and nothing is read or written.
  package func halt() throws {
    kill(process.load(ordering: .relaxed), SIGSTOP)
    // Each thread of the process stops in its own time.
    let deadline = ContinuousClock.now.advanced(by: Patience.limit)
    while try !isHalted() {
      guard .now < deadline else { throw TestBrokerError("the broker does not halt") }
      sched_yield()
    }
  }

  private func isHalted() throws -> Bool {
    let threads = "/proc/\(process.load(ordering: .relaxed))/task"
    return try FileManager.default.contentsOfDirectory(atPath: threads).allSatisfy { thread in
      // proc(5): the state follows the name, which is in parentheses; T is stopped.
      let text = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
      return text?.contains(") T ") ?? true
    }
  }

  /// Lets a halted broker go on.
  package func resume() {
    kill(process.load(ordering: .relaxed), SIGCONT)
  }
}
