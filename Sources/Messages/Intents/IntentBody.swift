package import JSON
import Rides

/// The JSON body of an intent, in its canonical form: one order of members, absent ones left out,
/// locales and instants normalised.
///
/// So the digest of the body tells whether a message with a known id is the same message.
package enum IntentBody {
  /// Writes one object.
  package static func write(_ intent: Intent, into writer: inout JSONWriter) {
    writer.beginObject()
    switch intent {
    case .listRideOptions(let intent): writeMembers(of: intent, into: &writer)
    case .requestRide(let intent): writeMembers(of: intent, into: &writer)
    case .getRideStatus(let intent): writeMembers(of: intent, into: &writer)
    case .vehicleUpdate(let update): writeMembers(of: update, into: &writer)
    case .rideUpdate(let report): writeMembers(of: report, into: &writer)
    case .rideDue(let due): writer.member("rideIdentifier", due.rideIdentifier.rawValue)
    }
    writer.endObject()
  }

  /// The intent as a JSON text of its own.
  package static func encode(_ intent: Intent) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    write(intent, into: &writer)
    return writer.finish()
  }

  private static func writeMembers(
    of intent: ListRideOptionsIntent, into writer: inout JSONWriter
  ) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.key("pickupLocation")
    PlaceBody.write(intent.pickupLocation, into: &writer)
    writer.key("dropOffLocation")
    PlaceBody.write(intent.dropOffLocation, into: &writer)
  }

  private static func writeMembers(of intent: RequestRideIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.memberIfPresent("rideOptionName", intent.rideOptionName)
    writer.memberIfPresent("optionIdentifier", intent.optionIdentifier?.rawValue)
    writer.memberIfPresent("quoteIdentifier", intent.quoteIdentifier)
    writer.memberIfPresent("partySize", intent.partySize)
    writer.key("pickupLocation")
    PlaceBody.write(intent.pickupLocation, into: &writer)
    if let place = intent.dropOffLocation {
      writer.key("dropOffLocation")
      PlaceBody.write(place, into: &writer)
    }
    if let method = intent.paymentMethod {
      writer.key("paymentMethod")
      PaymentMethodBody.write(method, withToken: true, into: &writer)
    }
    if let window = intent.scheduledPickupTime {
      writer.key("scheduledPickupTime")
      PickupWindowBody.write(window, into: &writer)
    }
  }

  private static func writeMembers(of intent: GetRideStatusIntent, into writer: inout JSONWriter) {
    writer.member("riderIdentifier", intent.riderIdentifier.rawValue)
    writer.memberIfPresent("locale", intent.locale)
    writer.memberIfPresent("rideIdentifier", intent.rideIdentifier?.rawValue)
  }

  private static func writeMembers(of update: VehicleUpdate, into writer: inout JSONWriter) {
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
      writer.endObject()
    }
    writer.memberIfPresent("registrationPlate", update.registrationPlate)
    writer.memberIfPresent("manufacturer", update.manufacturer)
    writer.memberIfPresent("model", update.model)
    if let driver = update.driver {
      writer.key("driver")
      DriverBody.write(driver, into: &writer)
    }
  }

  private static func writeMembers(of report: RideUpdateReport, into writer: inout JSONWriter) {
    writer.member("rideIdentifier", report.rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", report.vehicleIdentifier.rawValue)
    writer.member("event", report.event.rawValue)
    writer.member("occurredAt", report.occurredAt)
  }
}
