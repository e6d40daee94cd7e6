import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Records a call for help of a rider or a driver, and publishes it (rule A17).
  ///
  /// The ride goes on as it was, and its status does not show the call.
  mutating func help(_ decision: consuming Decision) {
    let message = decision.accepted.message
    guard let help = HelpMessage(message.intent) else {
      preconditionFailure("expected a call for help")
    }
    do throws(Refusal) {
      var ride = try ride(of: help)
      let call = HelpCall(
        number: ride.helpCalls.count + 1, caller: help.caller, vehicle: help.vehicle,
        messageIdentifier: message.context.messageIdentifier ?? "", calledAt: now,
        location: help.location, note: help.note)
      if try ride.record(call) {
        decision.sos = RideSOSEvent.encode(
          RideSOS(call, of: ride, seen: seenNow(of: ride)),
          traceparent: message.context.traceparent, tracestate: message.context.tracestate)
        decision.notices.append(.helpCalled)
        decisions.put(ride)
      }
    } catch {
      decision.answer = .refusal(error)
    }
    decisions.add(decision, paying: nil)
  }

  /// The ride of the caller.
  private func ride(of help: HelpMessage) throws(Refusal) -> Ride {
    guard let ride = decisions.rides[help.ride],
      help.rider.map({ $0 == ride.status.riderIdentifier }) ?? true
    else { throw Refusal(.unknownRide, "there is no ride \(help.ride)", path: "rideIdentifier") }
    if let vehicle = help.vehicle, !ride.isDriven(by: vehicle) {
      throw Refusal(
        .unknownVehicle, "the vehicle \(vehicle) does not drive this ride",
        path: "vehicleIdentifier")
    }
    return ride
  }

  /// The vehicle of a ride where it is now, while it drives the ride.
  private func seenNow(of ride: Ride) -> Vehicle? {
    guard let record = ride.status.vehicle.flatMap({ decisions.vehicle($0.identifier) }),
      record.ride == ride.status.rideIdentifier
    else { return nil }
    return record.vehicle
  }
}

/// What a call for help says, and who calls.
private struct HelpMessage {
  let ride: RideIdentifier
  let caller: HelpCall.Caller
  let rider: RiderIdentifier?
  let vehicle: VehicleIdentifier?
  let location: Place?
  let note: String?

  /// Nil for any other message.
  init?(_ intent: Intent) {
    let place: Place?
    switch intent {
    case .sos(let call):
      // The answer has no text in a language.
      let (rider, _, ride, location, note) = call.members
      (self.ride, caller, self.rider, vehicle, place, self.note) =
        (ride, .rider, rider, nil, location, note)
    case .rideSOS(let call):
      let (ride, vehicle, location, note) = call.members
      (self.ride, caller, rider, self.vehicle, place, self.note) =
        (ride, .driver, nil, vehicle, location, note)
    default: return nil
    }
    // The coordinates are enough to find somebody, and keep the stored ride small.
    location = place.map {
      Place(coordinate: $0.coordinate, accuracyMetres: $0.accuracyMetres)
    }
  }
}
