import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Takes what a vehicle tells of itself.
  ///
  /// One that goes off duty while it has a ride has that ride looked after. It says so however
  /// often it comes, since nothing is kept of it that could be told again.
  mutating func take(_ update: VehicleUpdate, _ draft: inout Draft) throws(ErrorBody) {
    let known = work.vehicles[update.vehicleIdentifier]
    let merged = try VehicleReport.merged(update, into: known, at: now)
    if let merged { work.put(merged) }
    if let known, known.isBack(by: update, at: now),
      var ride = known.ride.flatMap({ work.rides[$0] })
    {
      ride.noteReturn(of: update.vehicleIdentifier, at: now)
      work.put(ride)
    }
    draft.answer = .report(isNewer: merged != nil)
    if let vehicle = merged ?? known, !vehicle.onDuty, let ride = vehicle.ride {
      draft.searches.append(ride)
    }
  }

  /// The rides of the vehicles that were lost and are back by this batch.
  var ridesToRejoin: Set<RideIdentifier> {
    Set(
      triage.accepted.compactMap { accepted in
        guard case .vehicleUpdate(let update) = accepted.message.intent,
          let known = work.vehicles[update.vehicleIdentifier], known.isBack(by: update, at: now)
        else { return nil }
        return known.ride
      })
  }

  /// Takes what the street reports of a ride.
  mutating func take(_ report: RideUpdateReport, _ draft: inout Draft) {
    guard var ride = work.rides[report.rideIdentifier] else {
      draft.answer = .refusal(
        Refusal(
          .unknownRide, "there is no ride \(report.rideIdentifier)", path: "rideIdentifier"))
      return
    }
    do throws(Refusal) {
      let effect = try ride.apply(
        report.event, by: report.vehicleIdentifier, at: report.occurredAt, now: now,
        policies: tools.quoter.policies(of: ride))
      if effect.isTold, ride.status.vehicle != nil,
        let vehicle = work.vehicles[report.vehicleIdentifier]
      {
        ride.status.vehicle = vehicle.vehicle
      }
      keep(effect, of: ride, &draft)
      if effect.isTold, ride.isWaiting { draft.searches.append(report.rideIdentifier) }
    } catch {
      draft.answer = .refusal(error)
    }
  }

  /// Does what has become due for a ride, and if it waits then, has a vehicle sought for it.
  ///
  /// The command carries no state: what is due is judged now, so that one that comes early, late or
  /// twice does no harm.
  mutating func lookAfter(_ due: RideDue, _ draft: inout Draft) {
    guard var ride = work.rides[due.rideIdentifier] else { return }
    let policies = tools.quoter.policies(of: ride)
    let found = ride
    var before: Ride
    repeat {
      before = ride
      let effect = ride.comeDue(at: now, policies: policies, isVehicleLost: hasLostVehicle(ride))
      keep(effect, of: ride, &draft)
    } while ride != before
    // Vehicles are given after all reports of the batch are known.
    guard ride.isWaiting else { return }
    draft.seeking = due.rideIdentifier
    draft.isLook = found.isWaiting && found.lookAgainAt != ride.lookAgainAt
  }

  /// Whether the vehicle of a ride has gone off duty.
  private func hasLostVehicle(_ ride: Ride) -> Bool {
    guard let vehicle = ride.status.vehicle?.identifier else { return false }
    return work.vehicles[vehicle]?.onDuty == false
  }

  private mutating func keep(_ effect: Ride.Effect, of ride: Ride, _ draft: inout Draft) {
    if let vehicle = effect.freed { work.release(vehicle, of: ride.status.rideIdentifier) }
    if effect.isTold { draft.statuses.append(ride.status) }
    draft.money.append(effect.money)
    work.put(ride)
  }
}

extension VehicleRecord {
  /// Whether the vehicle was off duty or silent for too long, and an update ends that.
  fileprivate func isBack(by update: VehicleUpdate, at now: Instant) -> Bool {
    isLost(at: now) && update.sequence > sequence && update.onDuty ?? onDuty
  }
}
