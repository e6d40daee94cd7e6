import AMQP
import Messages
import Testing

/// A booking that its sender had no right to send like this.
struct Forgery: Sendable, CustomTestStringConvertible {
  var what: String
  var reason: ErrorReason
  var change: @Sendable (inout Publication) -> Void

  var testDescription: String { what }

  init(
    _ what: String, _ reason: ErrorReason, _ change: @escaping @Sendable (inout Publication) -> Void
  ) {
    (self.what, self.reason, self.change) = (what, reason, change)
  }

  /// What is wrong with the way that it comes, what it claims, and where it wants an answer.
  static let all = [
    Forgery("the default exchange", .notPermitted) {
      ($0.exchange, $0.routingKey) = (Exchange.default, QueueFamily.requestRide.queue)
    },
    Forgery("a type that is not its routing key", .notPermitted) {
      $0.properties.type = "request-ride.dance"
    },
    Forgery("a type of another queue", .notPermitted) { $0.properties.type = "vehicle.update" },
    Forgery("no one to send it again for", .notPermitted) { $0.exchange = Role.redrive.exchange },
    Forgery("CC", .notPermitted) {
      $0.properties.headers = [Header("CC", .array([.string("nowhere")]))]
    },
    Forgery("the worker's reason", .reservedHeader) {
      $0.properties.headers = [Header("x-livery-reason", .string("no"))]
    },
    Forgery("the worker's exchange", .reservedHeader) {
      $0.properties.headers = [Header("x-livery-exchange", .string("livery.requests.payments"))]
    },
    Forgery("a way to be sent again", .reservedHeader) {
      $0.properties.headers = [Header("x-livery-redrive-from", .string("livery.requests.payments"))]
    },
    Forgery("an earlier death", .reservedHeader) {
      $0.properties.headers = [
        Header(
          "x-death",
          .array([.table([Header("queue", .string("livery.request-ride.dead-letters"))])]))
      ]
    },
    Forgery("a queue of the fleet for the answer", .notPermitted) {
      $0.properties.replyTo = "livery.dispatch"
    },
    Forgery("a queue of nobody's for the answer", .notPermitted) {
      $0.properties.replyTo = "mqtt-subscription-1"
    },
  ]
}
