import JSON
import Rides

/// The stored form of a charge of a ride.
enum ChargeBody {
  static func write(_ charge: Charge, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("purpose", charge.purpose.rawValue)
    writer.member("number", charge.number)
    writer.key("method")
    PaymentMethodBody.write(charge.method, withToken: true, into: &writer)
    writer.member("state", charge.state.rawValue)
    writeGoal(charge.goal, into: &writer)
    writer.amountIfPresent("requested", charge.requested)
    writer.amountUnlessZero("authorised", charge.authorised)
    writer.amountUnlessZero("captured", charge.captured)
    writer.amountUnlessZero("refunded", charge.refunded)
    if charge.heldUntil != nil { writer.member("heldUntil", charge.heldUntil) }
    for (name, count) in attempts(charge.attempts) { writer.memberUnlessZero(name, count) }
    if let pending = charge.pending {
      writer.key("pending")
      write(pending, into: &writer)
    }
    writer.memberUnlessZero("timesAsked", charge.timesAsked)
    writer.memberUnlessZero("tries", charge.tries)
    if charge.nextDue != nil { writer.member("nextDue", charge.nextDue) }
    writer.memberIfPresent("note", charge.note)
    writer.memberIfPresent("reference", charge.reference)
    writer.endObject()
  }

  private static func writeGoal(_ goal: Charge.Goal, into writer: inout JSONWriter) {
    switch goal {
    case .hold: break
    case .capture(let amount): writer.amountIfPresent("capture", amount)
    case .release: writer.member("isReleased", true)
    }
  }

  private static func attempts(_ attempts: Charge.Attempts) -> [(StaticString, Int)] {
    [
      ("authorisations", attempts.authorise), ("captures", attempts.capture),
      ("voids", attempts.void), ("refunds", attempts.refund),
    ]
  }

  private static func write(_ command: PaymentCommand, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", command.key)
    writer.member("operation", command.operation.rawValue)
    writer.amountIfPresent("amount", command.amount)
    writer.memberIfPresent("reference", command.reference)
    writer.endObject()
  }

  static func read(
    _ fields: JSONFields, ride: RideIdentifier, currency: Currency
  ) throws(JSONFault) -> Charge {
    let method = try PaymentMethodBody.read(
      try fields.require("method", try fields.object("method")))
    return Charge(
      rideIdentifier: ride,
      purpose: try fields.require(
        "purpose", try fields.word("purpose", of: Charge.Purpose.self)),
      number: try fields.require("number", try fields.count("number")), method: method,
      state: try fields.require("state", try fields.word("state", of: Charge.State.self)),
      goal: try goal(fields, currency),
      requested: try fields.require(
        "requested", try MoneyBody.amount("requested", in: currency, of: fields)),
      authorised: try fields.amountOrZero("authorised", currency),
      captured: try fields.amountOrZero("captured", currency),
      refunded: try fields.amountOrZero("refunded", currency),
      heldUntil: try fields.instant("heldUntil"), attempts: try attempts(fields),
      pending: try command(
        try fields.object("pending"), ride: ride, currency: currency, method: method),
      timesAsked: try fields.count("timesAsked") ?? 0, tries: try fields.count("tries") ?? 0,
      nextDue: try fields.instant("nextDue"), note: try fields.string("note", atMost: Int.max),
      reference: try fields.string("reference", atMost: Int.max))
  }

  private static func goal(
    _ fields: JSONFields, _ currency: Currency
  ) throws(JSONFault) -> Charge.Goal {
    if let amount = try MoneyBody.amount("capture", in: currency, of: fields) {
      return .capture(amount)
    }
    return try fields.bool("isReleased") == true ? .release : .hold
  }

  private static func attempts(_ fields: JSONFields) throws(JSONFault) -> Charge.Attempts {
    Charge.Attempts(
      authorise: try fields.count("authorisations") ?? 0,
      capture: try fields.count("captures") ?? 0, void: try fields.count("voids") ?? 0,
      refund: try fields.count("refunds") ?? 0)
  }

  private static func command(
    _ fields: JSONFields?, ride: RideIdentifier, currency: Currency, method: PaymentMethod
  ) throws(JSONFault) -> PaymentCommand? {
    guard let fields else { return nil }
    return PaymentCommand(
      key: try fields.require("key", try fields.string("key", atMost: Int.max)),
      operation: try fields.require(
        "operation", try fields.word("operation", of: PaymentCommand.Operation.self)),
      rideIdentifier: ride, amount: try MoneyBody.amount("amount", in: currency, of: fields),
      method: method, reference: try fields.string("reference", atMost: Int.max))
  }
}
