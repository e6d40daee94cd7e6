/// The name of an attribute of a span: those of OpenTelemetry's semantic conventions 1.44, and
/// Livery's own.
package enum SpanAttribute: String, CaseIterable, Sendable {
  case system = "messaging.system"
  case operationName = "messaging.operation.name"
  case operationType = "messaging.operation.type"
  case destination = "messaging.destination.name"
  case destinationTemplate = "messaging.destination.template"
  case isAnonymous = "messaging.destination.anonymous"
  case messageCount = "messaging.batch.message_count"
  case messageIdentifier = "messaging.message.id"
  case conversation = "messaging.message.conversation_id"
  case routingKey = "messaging.rabbitmq.destination.routing_key"
  case deliveryTag = "messaging.rabbitmq.message.delivery_tag"
  case serverAddress = "server.address"
  case serverPort = "server.port"
  case errorType = "error.type"
  case messageType = "livery.message.type"
  case responseCode = "livery.response.code"
  case requestAge = "livery.request.age"
  case ride = "livery.ride.id"

  /// What its value is, for the page.
  package var meaning: String {
    switch self {
    case .system: "`rabbitmq`"
    case .operationName: "`receive`, `process`, `send` or `ack`"
    case .operationType: "`receive`, `process`, `send` or `settle`"
    case .destination:
      "`{exchange}:{routing key}`, of a message taken with `:{queue}`; `amq.default` for responses"
    case .destinationTemplate: "`livery.events:ride.{phase}.{id}`; on events"
    case .isAnonymous: "true on responses, whose queue is the requester's secret and not exported"
    case .messageCount: "messages of the batch; on `receive` and `ack`"
    case .messageIdentifier: "`message_id`"
    case .conversation: "`correlation_id`"
    case .routingKey: "the routing key; not on responses"
    case .deliveryTag: "the delivery tag; on `process`"
    case .serverAddress: "host of the broker"
    case .serverPort: "port of the broker"
    case .errorType: "why the operation failed: a reason of an error body, or a broker's failure"
    case .messageType: "type of the message"
    case .responseCode: "code of the response; on `process`"
    case .requestAge: "seconds from the request to its processing; on `process`, where it is known"
    case .ride: "identifier of the ride, where the message or what it causes names one"
    }
  }
}

/// The value of an attribute.
package enum AttributeValue: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// A finite number.
  case double(Double)
  case string(String)
}
