import JSON
import Rides

/// The bodies of reports, commands and results, in their canonical form.
extension IntentBody {
  static func writeMembers(of update: VehicleUpdate, into writer: inout JSONWriter) {
    writer.member("vehicleIdentifier", update.vehicleIdentifier.rawValue)
    writer.key("sequence")
    writer.integer(update.sequence)
    if let onDuty = update.onDuty { writer.member("onDuty", onDuty) }
    if let products = update.products {
      writer.key("products")
      writer.array(products) { $1.string($0.rawValue) }
    }
    writer.memberIfPresent("capacity", update.capacity)
    if let location = update.location {
      writer.key("location")
      writer.beginObject()
      PlaceBody.writeCoordinate(location, into: &writer)
      writer.memberIfPresent("course", update.course)
      if update.locatedAt != nil { writer.member("timestamp", update.locatedAt) }
      writer.endObject()
    }
    writer.memberIfPresent("registrationPlate", update.registrationPlate)
    writer.memberIfPresent("manufacturer", update.manufacturer)
    writer.memberIfPresent("model", update.model)
    writer.memberIfPresent("mapAnnotationImage", update.mapAnnotationImage)
    if let driver = update.driver {
      writer.key("driver")
      DriverBody.write(driver, into: &writer)
    }
  }

  static func writeMembers(of report: RideUpdateReport, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", report.rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", report.vehicleIdentifier.rawValue)
    writer.member("event", report.event.rawValue)
    writer.member("occurredAt", report.occurredAt)
    write(report.meteredFare, "meteredFare", into: &writer)
  }

  static func writeMembers(of due: UpdatesDue, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", due.rideIdentifier.rawValue)
    writer.member("replyTo", due.replyTo)
    if !due.correlationID.isEmpty { writer.member("correlationIdentifier", due.correlationID) }
    if due.wasRefused { writer.member("wasRefused", true) }
  }

  static func writeMembers(of refund: RideRefund, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", refund.rideIdentifier.rawValue)
    write(refund.amount, "amount", into: &writer)
    writer.member("reason", refund.reason)
  }

  static func writeMembers(of settlement: RideSettlement, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", settlement.rideIdentifier.rawValue)
    writer.member("reason", settlement.reason)
    write(settlement.fare, "fare", into: &writer)
  }

  static func writeMembers(of report: PaymentResultReport, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", report.rideIdentifier.rawValue)
    writer.member("key", report.result.key)
    writer.member("outcome", report.result.outcome.rawValue)
    writer.memberIfPresent("reference", report.result.reference)
    writer.memberIfPresent("message", report.result.message)
  }
}
