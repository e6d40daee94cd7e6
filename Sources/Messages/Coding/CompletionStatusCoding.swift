// Written from Objects/completion-status.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of how a ride ended.
enum CompletionStatusCoding {
  /// Writes one object.
  static func write(_ value: CompletionStatus, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("outcome", value.outcome.rawValue)
    writer.member("payment", value.payment, by: PaymentCoding.write)
    writer.member("refunds", each: value.refunds, by: TransferCoding.write)
    writer.member("tip", value.tip, by: TransferCoding.write)
    writer.member("feedback", value.feedback.map(\.rawValue))
    writer.member("defaultTippingOptions", each: value.defaultTippingOptions, by: MoneyCoding.write)
    writer.member("completionUserActivity", value.userActivity, by: UserActivityCoding.write)
    writer.endObject()
  }

  /// Reads what is written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus {
    CompletionStatus(
      outcome: try fields.requiredWord("outcome", of: CompletionStatus.Outcome.self),
      payment: try fields.object("payment").map(PaymentCoding.read),
      refunds: try fields.objects("refunds", TransferCoding.read),
      tip: try fields.object("tip").map(TransferCoding.read),
      feedback: try fields.words("feedback", of: CompletionStatus.Feedback.self) ?? [],
      defaultTippingOptions: try fields.objects("defaultTippingOptions", MoneyCoding.amount),
      userActivity: try fields.object("completionUserActivity").map(UserActivityCoding.read))
  }
}
