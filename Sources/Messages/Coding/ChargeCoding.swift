import JSON
import Rides

/// The stored form of a charge of a ride.
enum ChargeCoding {
  static func write(_ charge: Charge, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("purpose", charge.purpose.rawValue)
    writer.member("number", charge.number)
    writer.member("method", charge.method, by: PaymentMethodCoding.writeWhole)
    switch charge.goal {
    case .hold: break
    case .capture(let amount): writer.amount("capture", amount)
    case .release: writer.member("isReleased", true)
    }
    writer.amount("requested", charge.requested)
    writer.member("attempts", each: charge.attempts, by: write)
    writer.endObject()
  }

  private static func write(_ attempt: Charge.Attempt, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("operation", attempt.operation.rawValue)
    writer.member("number", attempt.number)
    writer.amount("amount", attempt.amount)
    writer.member("target", attempt.target)
    writer.member("order", attempt.order)
    writer.member("fate", attempt.fate.rawValue)
    writer.memberUnlessZero("timesAsked", attempt.timesAsked)
    writer.member("nextDue", attempt.nextDue)
    writer.member("reference", attempt.reference)
    writer.member("heldUntil", attempt.heldUntil)
    if attempt.isExpired { writer.member("isExpired", true) }
    writer.amount("excess", attempt.excess)
    if attempt.round > 0 { writer.member("round", attempt.round) }
    writer.endObject()
  }

  /// Reads the output of `write`.
  static func read(
    _ fields: JSONFields, ride: RideIdentifier, currency: Currency
  ) throws(JSONFault) -> Charge {
    let method = try PaymentMethodCoding.read(
      try fields.requiredObject("method"))
    let requested = try fields.requiredAmount("requested", currency)
    let attempt = { (elements: inout JSONElements) throws(JSONFault) in
      try self.attempt(try elements.object(), currency)
    }
    return Charge(
      rideIdentifier: ride,
      purpose: try fields.requiredWord("purpose", of: Charge.Purpose.self),
      number: try fields.requiredCount("number"), method: method,
      goal: try goal(fields, currency), requested: requested,
      attempts: try fields.array("attempts", attempt) ?? [])
  }

  private static func goal(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> Charge.Goal {
    if let amount = try MoneyCoding.amount("capture", in: currency, of: fields) {
      return .capture(amount)
    }
    return try fields.bool("isReleased") == true ? .release : .hold
  }

  private static func attempt(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> Charge.Attempt {
    Charge.Attempt(
      operation: try fields.requiredWord("operation", of: PaymentCommand.Operation.self),
      number: try fields.requiredCount("number"),
      amount: try MoneyCoding.amount("amount", in: currency, of: fields),
      target: try fields.count("target"), order: try fields.storedText("order"),
      fate: try fields.requiredWord("fate", of: Charge.Attempt.Fate.self),
      timesAsked: try fields.count("timesAsked") ?? 0, nextDue: try fields.instant("nextDue"),
      reference: try fields.storedText("reference"),
      heldUntil: try fields.instant("heldUntil"),
      isExpired: try fields.bool("isExpired") ?? false,
      excess: try MoneyCoding.amount("excess", in: currency, of: fields),
      round: try fields.count("round") ?? 0)
  }
}
