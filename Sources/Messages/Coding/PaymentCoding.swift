// Written from Objects/payment.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of what a ride costs.
enum PaymentCoding {
  /// Writes one object.
  static func write(_ value: CompletionStatus.Payment, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("state", value.state.rawValue)
    MoneyCoding.writeMembers("amount", value.amount, into: &writer)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus.Payment {
    CompletionStatus.Payment(
      state: try fields.requiredWord("state", of: CompletionStatus.Payment.State.self),
      amount: try MoneyCoding.read("amount", of: fields))
  }
}
