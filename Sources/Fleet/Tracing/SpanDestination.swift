package import Messages

/// Where a message goes or comes from, as the conventions for RabbitMQ name it.
package struct SpanDestination: Hashable, Sendable {
  /// `messaging.destination.name`.
  package var name: String
  /// The name without the parts that differ from message to message; nil if there are none.
  package var template: String?
  /// Whether it is a requester's own queue.
  ///
  /// The name of such a queue is a secret: a client that knows it can write into the queue.
  package var isAnonymous = false
  package var routingKey: String?

  /// The destination of a publication: `{exchange}:{routing key}`.
  package init(of publication: Publication) {
    guard publication.exchange != Exchange.default else {
      name = "amq.default"
      isAnonymous = true
      return
    }
    name = Self.joined([publication.exchange, publication.routingKey])
    routingKey = publication.routingKey
    switch publication.exchange {
    case Exchange.events: template = Self.joined([publication.exchange, "ride.{phase}.{id}"])
    case Exchange.help: template = Self.joined([publication.exchange, "ride.sos.{id}"])
    case Exchange.vehicles: template = Self.joined([publication.exchange, "vehicle.{id}"])
    default: break
    }
  }

  /// The origin of a delivery: `{exchange}:{routing key}:{queue}`, without the queue if the routing
  /// key is its name.
  package init(of delivery: Delivery, in queue: String) {
    let parts = [delivery.exchange, delivery.routingKey]
    name = Self.joined(delivery.routingKey == queue ? parts : parts + [queue])
    routingKey = delivery.routingKey
  }

  /// The part of it that the name of a span has.
  package var spanName: String { template ?? name }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ":")
  }
}

extension Span {
  /// Adds the attributes of an operation of messaging: its name, and its type by the conventions.
  mutating func describe(_ operation: String, type: String, at server: TraceServer?) {
    set(.system, .string("rabbitmq"))
    set(.operationName, .string(operation))
    set(.operationType, .string(type))
    guard let server else { return }
    set(.serverAddress, .string(server.host))
    set(.serverPort, .int(Int64(server.port)))
  }

  /// Adds the attributes of a destination.
  mutating func describe(_ destination: SpanDestination) {
    set(.destination, .string(destination.name))
    set(.destinationTemplate, destination.template.map { .string($0) })
    if destination.isAnonymous { set(.isAnonymous, .bool(true)) }
    set(.routingKey, destination.routingKey.map { .string($0) })
  }

  /// Adds the identifiers of a message.
  mutating func describe(_ properties: MessageProperties) {
    set(.messageIdentifier, properties.messageID.map { .string($0) })
    set(.conversation, properties.correlationID.map { .string($0) })
  }
}

/// The broker that a lane is connected to.
package struct TraceServer: Hashable, Sendable {
  package var host: String
  package var port: UInt16
}
