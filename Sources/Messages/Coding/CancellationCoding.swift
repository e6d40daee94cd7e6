import JSON
import Rides

/// The stored form of the cancellation fee, and of how a ride was canceled.
enum CancellationCoding {
  static func write(_ terms: CancellationTerms, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("fee", terms.fee, by: MoneyCoding.write)
    writer.member("threshold", terms.threshold)
    writer.member("freeSeconds", terms.freeSeconds)
    writer.member("toleratedDelaySeconds", terms.toleratedDelaySeconds)
    writer.member("missedPickupFee", terms.missedPickupFee, by: MoneyCoding.write)
    writer.member("fees", each: terms.fees, by: write)
    writer.endObject()
  }

  static func readTerms(_ fields: JSONFields) throws(JSONFault) -> CancellationTerms {
    CancellationTerms(
      fee: try MoneyCoding.amount(try fields.requiredObject("fee")),
      threshold: try fields.instant("threshold"),
      freeSeconds: try fields.requiredCount("freeSeconds"),
      toleratedDelaySeconds: try fields.requiredCount("toleratedDelaySeconds"),
      missedPickupFee: try MoneyCoding.amount(
        try fields.requiredObject("missedPickupFee")),
      fees: try fields.objects("fees", fee))
  }

  private static func write(_ row: CauseFee, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("causes", row.causes.map(\.rawValue))
    writer.member("parties", row.parties.map(\.rawValue))
    writer.member("withinSeconds", row.withinSeconds)
    writer.member("fee", row.fee, by: MoneyCoding.write)
    writer.endObject()
  }

  private static func fee(_ fields: JSONFields) throws(JSONFault) -> CauseFee {
    CauseFee(
      causes: try fields.words("causes", of: CancellationCause.self) ?? [],
      parties: try fields.words("parties", of: FaultParty.self) ?? [],
      withinSeconds: try fields.count("withinSeconds"),
      fee: try MoneyCoding.amount(try fields.requiredObject("fee")))
  }

  static func write(_ cancellation: Cancellation, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("actor", cancellation.actor.rawValue)
    writer.member("reason", cancellation.reason)
    writer.member("requestedAt", cancellation.requestedAt)
    writer.member("fee", cancellation.fee, by: MoneyCoding.write)
    writer.member("threshold", cancellation.threshold)
    writer.member("maximumFee", cancellation.maximumFee, by: MoneyCoding.write)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Cancellation {
    Cancellation(
      actor: try fields.requiredWord("actor", of: Cancellation.Actor.self),
      reason: try fields.storedText("reason"),
      requestedAt: try fields.requiredInstant("requestedAt"),
      fee: try fields.object("fee").map(MoneyCoding.amount),
      threshold: try fields.instant("threshold"),
      maximumFee: try fields.object("maximumFee").map(MoneyCoding.amount))
  }
}
