import AMQP
import BrokerFixture
import Fleet
import MachineFixture
import Messages

/// A user of the broker that tries what it may and what it may not.
struct RightsUser {
  let part: Permissions.Part
  let role: Role
  let endpoint: AMQPEndpoint

  /// The user of each role; for the fleet, that of a worker.
  static func all(of fleet: RunningFleet) -> [RightsUser] {
    Role.allCases.map { role in
      let part: Permissions.Part = role == .fleet ? .worker(.dispatch) : .publisher(role)
      return RightsUser(part: part, role: role, endpoint: fleet.endpoint(for: part.name))
    }
  }

  /// Publishes messages on one connection; returns `accepted`, `returned` or the broker's error.
  func publish(_ messages: [Publication]) throws -> [String] {
    do {
      var publisher = try Publisher(to: endpoint, name: "test rights", timeouts: .patient)
      let report = try publisher.publish(messages, within: Patience.limit)
      publisher.close()
      let returned = Set(report.failures.map(\.index))
      return messages.indices.map { returned.contains($0) ? "returned" : "accepted" }
    } catch {
      return [try Self.name(of: error)]
    }
  }

  /// Does something on a connection of its own; gives back `done` or the broker's error.
  func attempt(_ body: (inout AMQPConnection) throws -> Void) throws -> String {
    do {
      var connection = try AMQPConnection(to: endpoint, name: "test rights", timeouts: .patient)
      try body(&connection)
      connection.close()
      return "done"
    } catch {
      return try Self.name(of: error)
    }
  }

  /// A message of the role whose body is at fault; `change` makes it a forgery.
  func message(
    _ type: MessageType? = nil, to exchange: String? = nil, id: String = "m",
    _ change: (inout MessageProperties) -> Void = { _ in }
  ) -> Publication {
    let type = type ?? role.types[0]
    var properties = MessageProperties(messageID: id)
    if role == .redrive {
      properties.headers = [
        Header("x-livery-redrive-from", .string(type.role.exchange))
      ]
    }
    change(&properties)
    return Publication(
      exchange: exchange ?? role.exchange, routingKey: type.rawValue, mandatory: true,
      properties: properties, body: Array("{}".utf8))
  }

  private static func name(of error: any Error) throws -> String {
    switch (error as? AMQPError)?.code {
    case .accessRefused: return "403"
    case .preconditionFailed: return "406"
    default: throw error
    }
  }
}
