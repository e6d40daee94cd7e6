// Written from Objects/transfer.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of money that moves after the ride.
enum TransferCoding {
  /// Writes one object.
  static func write(_ value: CompletionStatus.Transfer, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("state", value.state.rawValue)
    MoneyCoding.writeMembers("amount", value.amount, into: &writer)
    if value.isOverpayment { writer.member("isOverpayment", true) }
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus.Transfer {
    CompletionStatus.Transfer(
      state: try fields.requiredWord("state", of: RideAccount.Order.State.self),
      amount: try MoneyCoding.read("amount", of: fields),
      isOverpayment: try fields.bool("isOverpayment") ?? false)
  }
}
