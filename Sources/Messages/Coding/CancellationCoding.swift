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
    writer.endObject()
  }

  static func readTerms(_ fields: JSONFields) throws(JSONFault) -> CancellationTerms {
    CancellationTerms(
      fee: try MoneyCoding.amount(try fields.requiredObject("fee")),
      threshold: try fields.instant("threshold"),
      freeSeconds: try fields.requiredCount("freeSeconds"),
      toleratedDelaySeconds: try fields.requiredCount("toleratedDelaySeconds"),
      missedPickupFee: try MoneyCoding.amount(
        try fields.requiredObject("missedPickupFee")))
  }

  static func write(_ cancellation: Cancellation, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("actor", cancellation.actor.rawValue)
    writer.member("reason", cancellation.reason)
    writer.member("requestedAt", cancellation.requestedAt)
    writer.member("fee", cancellation.fee, by: MoneyCoding.write)
    writer.member("threshold", cancellation.threshold)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Cancellation {
    Cancellation(
      actor: try fields.requiredWord("actor", of: Cancellation.Actor.self),
      reason: try fields.storedText("reason"),
      requestedAt: try fields.requiredInstant("requestedAt"),
      fee: try fields.object("fee").map(MoneyCoding.amount),
      threshold: try fields.instant("threshold"))
  }
}
