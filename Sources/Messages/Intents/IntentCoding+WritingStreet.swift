import JSON
import Rides

/// The bodies of reports, commands and results, in their canonical form.
extension IntentCoding {
  static func writeMembers(of update: VehicleUpdate, into writer: inout JSONWriter) {
    writer.member("vehicleIdentifier", update.vehicleIdentifier.rawValue)
    writer.key("sequence")
    writer.integer(update.sequence)
    if let onDuty = update.onDuty { writer.member("onDuty", onDuty) }
    if let products = update.products {
      writer.key("products")
      writer.array(products) { $1.string($0.rawValue) }
    }
    writer.member("capacity", update.capacity)
    if let location = update.location {
      writer.key("location")
      writer.beginObject()
      PlaceCoding.writeCoordinate(location, into: &writer)
      writer.member("course", update.course)
      writer.member("timestamp", update.locatedAt)
      writer.endObject()
    }
    writer.member("registrationPlate", update.registrationPlate)
    writer.member("manufacturer", update.manufacturer)
    writer.member("model", update.model)
    writer.member("mapAnnotationImage", update.mapAnnotationImage)
    writer.member("driver", update.driver, by: DriverCoding.write)
  }

  static func writeMembers(of report: RideUpdateReport, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", report.rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", report.vehicleIdentifier.rawValue)
    writer.member("event", report.event.rawValue)
    writer.member("occurredAt", report.occurredAt)
    writer.member("meteredFare", report.meteredFare, by: MoneyCoding.write)
  }

  static func writeMembers(of due: UpdatesDue, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", due.rideIdentifier.rawValue)
    writer.member("replyTo", due.replyTo)
    if !due.correlationID.isEmpty { writer.member("correlationIdentifier", due.correlationID) }
    if due.wasRefused { writer.member("wasRefused", true) }
  }

  static func writeMembers(of refund: RideRefund, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", refund.rideIdentifier.rawValue)
    writer.member("amount", refund.amount, by: MoneyCoding.write)
    writer.member("reason", refund.reason)
  }

  static func writeMembers(of settlement: RideSettlement, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", settlement.rideIdentifier.rawValue)
    writer.member("reason", settlement.reason)
    writer.member("fare", settlement.fare, by: MoneyCoding.write)
  }

  static func writeMembers(of report: PaymentResultReport, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", report.rideIdentifier.rawValue)
    writer.member("key", report.result.key)
    writer.member("outcome", report.result.outcome.rawValue)
    writer.member("reference", report.result.reference)
    writer.member("message", report.result.message)
  }
}
