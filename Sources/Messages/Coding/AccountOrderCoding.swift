import JSON
import Rides

/// The stored form of an order to move money after a ride.
enum AccountOrderCoding {
  static func write(_ order: RideAccount.Order, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("messageIdentifier", order.identifier)
    writer.amount("amount", order.amount)
    writer.member("reason", order.reason)
    writer.member("state", order.state.rawValue)
    if order.isDeferred { writer.member("isDeferred", true) }
    if let requester = order.requester {
      writer.member("replyTo", requester.replyTo)
      writer.member("correlationIdentifier", requester.correlationIdentifier)
    }
    writer.member("endedBy", order.endedBy)
    writer.endObject()
  }

  /// An order without a state is of a build that told each as done.
  static func read(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> RideAccount.Order {
    let correlation = try fields.string("correlationIdentifier", atMost: Int.max)
    return RideAccount.Order(
      identifier: try fields.require(
        "messageIdentifier", try fields.string("messageIdentifier", atMost: Int.max)),
      amount: try fields.require(
        "amount", try MoneyCoding.amount("amount", in: currency, of: fields)),
      reason: try fields.string("reason", atMost: Int.max),
      state: try fields.word("state", of: RideAccount.Order.State.self) ?? .completed,
      isDeferred: try fields.bool("isDeferred") ?? false,
      requester: try fields.string("replyTo", atMost: Int.max).map {
        RideAccount.Order.Requester(replyTo: $0, correlationIdentifier: correlation)
      },
      endedBy: try fields.string("endedBy", atMost: Int.max))
  }
}
