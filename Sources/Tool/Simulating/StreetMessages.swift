import Messages
import Rides

/// The messages of vehicles to the dispatch worker.
enum StreetMessages {
  /// The message in which a vehicle tells of itself: all of it, or only where it is.
  static func update(
    _ vehicle: SimulatedVehicle, sequence: Int64, onDuty: Bool, isWhole: Bool
  ) -> Publication {
    update(vehicleUpdate(vehicle, sequence: sequence, onDuty: onDuty, isWhole: isWhole))
  }

  /// The message with that update.
  static func update(_ update: VehicleUpdate) -> Publication {
    publication(.vehicleUpdate(update), .vehicleUpdate, messageID: nil)
  }

  /// What a vehicle tells of itself: all of it, or only where it is.
  static func vehicleUpdate(
    _ vehicle: SimulatedVehicle, sequence: Int64, onDuty: Bool, isWhole: Bool
  ) -> VehicleUpdate {
    let profile = vehicle.profile
    var update = VehicleUpdate(
      vehicleIdentifier: profile.identifier, sequence: sequence, onDuty: onDuty,
      location: vehicle.position, course: vehicle.course)
    if isWhole {
      update.products = [profile.product]
      update.capacity = profile.capacity
      update.registrationPlate = profile.registrationPlate
      update.manufacturer = profile.manufacturer
      update.model = profile.model
      update.driver = profile.driver
    }
    return update
  }

  /// What a vehicle reports of a ride, under an id that is the same whenever it is reported.
  static func report(
    _ report: SimulatedVehicle.Report, by vehicle: VehicleIdentifier, at now: Instant
  ) -> Publication {
    publication(
      .rideUpdate(
        RideUpdateReport(
          rideIdentifier: report.ride, vehicleIdentifier: vehicle, event: report.event,
          occurredAt: now)),
      .rideUpdate, messageID: "\(vehicle)/\(report.ride)/\(report.event.rawValue)")
  }

  private static func publication(
    _ intent: Intent, _ type: MessageType, messageID: String?
  ) -> Publication {
    Publication(
      exchange: type.role.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", deliveryMode: 2, messageID: messageID,
        type: type.rawValue),
      body: IntentCoding.encode(intent))
  }
}
