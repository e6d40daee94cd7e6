package import AMQP
import Foundation
import MachineFixture
import Synchronization

/// The broker that tests share; each test takes a virtual host of its own from it.
///
/// `LIVERY_TEST_AMQP_URL` is its URL, whose virtual host does not count, and `LIVERY_TEST_VHOSTS`
/// names the virtual hosts that were created beforehand, as a prefix and a count: `test:64`.
package enum TestBroker {
  private static let leased = Atomic<Int>(0)

  /// A virtual host that no other test of this process uses; it is empty on a fresh broker.
  package static func leaseVirtualHost() throws(TestBrokerError) -> AMQPEndpoint {
    var endpoint = try sharedEndpoint()
    let (prefix, count) = try virtualHosts()
    let number = leased.add(1, ordering: .relaxed).newValue
    guard number <= count else {
      throw TestBrokerError(
        "all \(count) virtual hosts of LIVERY_TEST_VHOSTS are in use: create more")
    }
    endpoint.virtualHost = "\(prefix)-\(number)"
    return endpoint
  }

  /// Runs `rabbitmqctl` against the shared broker, whose folder is `LIVERY_TEST_BROKER_DIR`.
  @discardableResult
  package static func control(_ arguments: String...) throws -> String {
    let folder = try variable("LIVERY_TEST_BROKER_DIR")
    return try DeployScript("broker").run(["ctl", folder] + arguments)
  }

  private static func sharedEndpoint() throws(TestBrokerError) -> AMQPEndpoint {
    let url = try variable("LIVERY_TEST_AMQP_URL")
    do {
      return try AMQPEndpoint(url: url)
    } catch {
      throw TestBrokerError("LIVERY_TEST_AMQP_URL: \(error)")
    }
  }

  /// The prefix and the count of the virtual hosts, which are numbered from 1.
  package static func virtualHosts() throws(TestBrokerError) -> (prefix: String, count: Int) {
    let parts = try variable("LIVERY_TEST_VHOSTS").split(separator: ":")
    guard parts.count == 2, let count = Int(parts[1]) else {
      throw TestBrokerError("LIVERY_TEST_VHOSTS: expected a prefix and a count, such as test:64")
    }
    return (String(parts[0]), count)
  }

  private static func variable(_ name: String) throws(TestBrokerError) -> String {
    guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
      throw TestBrokerError(
        "expected \(name) to be set: run deploy/test, or start one by Tests/Lab/broker")
    }
    return value
  }
}

/// A broker for tests is missing, or does not do what a test asks of it.
package struct TestBrokerError: Error, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension AMQPTimeouts {
  /// Limits that no slow machine reaches, and no heartbeats, which a test would miss while it waits
  /// for something else.
  package static let patient = AMQPTimeouts(
    connect: .seconds(60), login: .seconds(120), answer: .seconds(120), write: .seconds(120),
    heartbeat: .zero)
}
