import JSON
import Rides

/// The wire form of how a ride ended.
enum CompletionStatusCoding {
  static func write(_ status: CompletionStatus, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("outcome", status.outcome.rawValue)
    if let payment = status.payment {
      writer.key("payment")
      writer.beginObject()
      writer.member("state", payment.state.rawValue)
      MoneyCoding.writeMembers("amount", payment.amount, into: &writer)
      writer.endObject()
    }
    writer.member("refunds", each: status.refunds, by: write)
    writer.member("tip", status.tip, by: write)
    writer.member("feedback", status.feedback.map(\.rawValue))
    writer.member(
      "defaultTippingOptions", each: status.defaultTippingOptions, by: MoneyCoding.write)
    writer.member("completionUserActivity", status.userActivity, by: UserActivityCoding.write)
    writer.endObject()
  }

  private static func write(
    _ transfer: CompletionStatus.Transfer, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("state", transfer.state.rawValue)
    MoneyCoding.writeMembers("amount", transfer.amount, into: &writer)
    if transfer.isOverpayment { writer.member("isOverpayment", true) }
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> CompletionStatus {
    CompletionStatus(
      outcome: try fields.requiredWord("outcome", of: CompletionStatus.Outcome.self),
      payment: try fields.object("payment").map(payment),
      feedback: try fields.array("feedback", feedback) ?? [],
      defaultTippingOptions: try fields.array("defaultTippingOptions", tip) ?? [],
      userActivity: try fields.object("completionUserActivity").map(UserActivityCoding.read),
      refunds: try fields.array("refunds") { (elements: inout JSONElements) throws(JSONFault) in
        try transfer(try elements.object())
      } ?? [],
      tip: try fields.object("tip").map(transfer))
  }

  private static func transfer(
    _ fields: JSONFields
  ) throws(JSONFault) -> CompletionStatus.Transfer {
    CompletionStatus.Transfer(
      state: try fields.requiredWord("state", of: RideAccount.Order.State.self),
      amount: try MoneyCoding.read("amount", of: fields),
      isOverpayment: try fields.bool("isOverpayment") ?? false)
  }

  private static func payment(
    _ fields: JSONFields
  ) throws(JSONFault) -> CompletionStatus.Payment {
    CompletionStatus.Payment(
      state: try fields.requiredWord("state", of: CompletionStatus.Payment.State.self),
      amount: try MoneyCoding.read("amount", of: fields))
  }

  private static func feedback(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> CompletionStatus.Feedback {
    try elements.word(of: CompletionStatus.Feedback.self)
  }

  private static func tip(_ elements: inout JSONElements) throws(JSONFault) -> Money {
    try MoneyCoding.read("amount", of: try elements.object())
  }
}

/// The wire form of a user activity, with which the operator's app continues.
enum UserActivityCoding {
  static func write(_ activity: UserActivity, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("activityType", activity.activityType)
    writer.member("title", activity.title)
    if !activity.userInfo.isEmpty {
      writer.key("userInfo")
      writer.beginObject()
      for (name, text) in activity.userInfo.sorted(by: { $0.key < $1.key }) {
        writer.key(dynamic: name)
        writer.string(text)
      }
      writer.endObject()
    }
    writer.endObject()
  }

  /// Reads what `write` has written.
  static func read(_ fields: JSONFields) throws(JSONFault) -> UserActivity {
    var userInfo: [String: String] = [:]
    if let info = try fields.object("userInfo") {
      for name in info.names {
        userInfo[name] = try info.require(name, try info.string(name, atMost: Int.max))
      }
    }
    return UserActivity(
      activityType: try fields.requiredStoredText("activityType"),
      title: try fields.requiredStoredText("title"),
      userInfo: userInfo)
  }
}
