import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Cancels a ride of the rider.
  ///
  /// A ride that the same actor has already canceled is answered as it is, with its fee: pressing
  /// the button twice is a success.
  mutating func cancel(_ intent: CancelRideIntent, _ message: RiderMessage) {
    var decision = Decision(message.accepted, message.identity)
    do throws(Refusal) {
      let ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      if ride.isCanceled(by: intent.actor) {
        decision.answer = .cancellation(try cost(ride, for: intent))
        decision.shown = ride.status
      } else {
        decision.answer = .cancellation(try cancel(ride, intent, &decision))
      }
    } catch {
      decision.answer = .refusal(error)
      if error.reason == .cancellationFeeTooHigh,
        let ride = decisions.rides[intent.rideIdentifier]
      {
        decision.shown = ride.status
        decision.cost = try? cost(ride, for: intent)
      }
    }
    add(decision)
  }

  /// Ends the ride, and frees its vehicle and its rider's slot; returns the fee.
  private mutating func cancel(
    _ ride: Ride, _ intent: CancelRideIntent, _ decision: inout Decision
  ) throws(Refusal) -> CancellationCost {
    var ride = ride
    // The ride was found by its name; the answer has no text in a language.
    let (rider, _, _, actor, reason, maximumFee, _) = intent.members
    let request = CancellationRequest(
      actor: actor, reason: reason, cause: intent.admittedCause,
      requestedAt: decision.accepted.message.context.requestedAt, maximumFee: maximumFee)
    decision.money = try ride.cancel(
      request, feeTitle: dependencies.quoter.cancellationTitle(of: ride),
      isVehicleLost: hasLostVehicle(ride), policies: dependencies.quoter.policies(of: ride), at: now
    )
    if let vehicle = ride.status.vehicle?.identifier {
      decisions.release(vehicle, of: ride.status.rideIdentifier)
    }
    slots[rider]?.release(ride.slot)
    decisions.put(ride)
    debts.add(ride)
    decision.statuses = [ride.status]
    return try cost(ride, for: intent)
  }

  /// The fee for canceling a ride, or of a canceled one.
  private func cost(
    _ ride: Ride, for intent: CancelRideIntent
  ) throws(Refusal) -> CancellationCost {
    try ride.cancellationCost(
      for: intent.actor, because: intent.admittedCause, isVehicleLost: hasLostVehicle(ride), at: now
    )
  }

  /// Whether the vehicle that is committed to a ride is off duty or silent, or has left the pickup.
  private func hasLostVehicle(_ ride: Ride) -> Bool {
    guard ride.commitment != nil, let vehicle = ride.status.vehicle?.identifier else {
      return false
    }
    guard let record = decisions.vehicle(vehicle), !record.isLost(at: now) else { return true }
    guard ride.status.phase == .pickup else { return false }
    let stay = record.stay(of: ride.status.rideIdentifier)
    return stay?.isFreeToCancel(shownFor: Ride.shownFreeSeconds, at: now) ?? false
  }

  /// Answers the fee for canceling, and changes nothing (rule A6).
  func showCancellation(_ intent: CancelRideIntent, _ message: RiderMessage) -> Outcome {
    do throws(Refusal) {
      let ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      let cost = try cost(ride, for: intent)
      var encoder = ResponseEncoder()
      let status = encoder.rideStatus(ride.status)
      let body = encoder.body {
        ResponseCoding.writeCancellation(
          .ready, fee: cost.fee, threshold: cost.threshold, status: status, into: &$0)
      }
      return answers.answered(body, .ready, message.accepted.message)
    } catch {
      return answers.refused(
        error, message.accepted.message, about: decisions.rides[intent.rideIdentifier])
    }
  }

  /// Adds a search for the longest-waiting ride that each vehicle freed by the batch can take; call
  /// it once the vehicles are released and new rides have claimed theirs.
  mutating func searchForFreedVehicles(in store: any RideStore) throws(StoreError) {
    let releases = decisions.releases
    guard !releases.isEmpty else { return }
    let vehicles = try store.vehicles(releases.map(\.vehicleIdentifier).sorted())
      .compactMapValues { $0.supplyEntry(at: now) }.filter(\.value.isFree)
    let freed = Dictionary(
      releases.map { ($0.rideIdentifier, $0.vehicleIdentifier) }, uniquingKeysWith: { $1 })
    let free = decisions.all.indices.compactMap { index -> (Int, Supply.Entry)? in
      guard let ended = decisions.all[index].statuses.last, ended.phase.isFinal,
        let vehicle = freed[ended.rideIdentifier].flatMap({ vehicles[$0] })
      else { return nil }
      return (index, vehicle)
    }
    decisions.addSearches(
      of: free,
      among: try WaitingRides(for: free.map(\.1), beside: decisions.rides, in: store, at: now))
  }
}

extension CancelRideIntent {
  /// The cause, if its sender is one who can say it; else there is none.
  fileprivate var admittedCause: CancellationCause? {
    actor == .user && cause?.isOfRiders == false ? nil : cause
  }
}

extension RiderBatch {
  /// Changes a ride of the rider (rules B15, B16).
  mutating func change(_ intent: ChangeRideIntent, _ message: RiderMessage) {
    var decision = Decision(message.accepted, message.identity, answer: .changed)
    do throws(Refusal) {
      let known = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      decision.shown = known.status
      var ride = known
      let effects = try decisions.payments.change(
        &ride, by: RideChange(intent), supply: supply, fix: fix(of: known))
      if let effects {
        decision.money = effects
        decision.statuses = [ride.status]
        decisions.put(ride)
        // Vehicles near another pickup do not wait for the next look.
        if ride.isWaiting { decision.searches = [ride.status.rideIdentifier] }
      }
    } catch {
      decision.answer = .refusal(error)
    }
    add(decision)
  }

  /// Answers the ride as a change would make it, and changes nothing.
  func confirmChange(_ intent: ChangeRideIntent, _ message: RiderMessage) -> Outcome {
    do throws(Refusal) {
      var ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      _ = try RideRepricing(dependencies.quoter, supply: supply, at: now)
        .change(&ride, by: RideChange(intent), fix: fix(of: ride))
      var encoder = ResponseEncoder()
      let status = RideStatusCoding.encodeProspect(ride.status.redacted)
      return answers.answered(
        encoder.ride(code: .ready, rideStatus: status), .ready, message.accepted.message)
    } catch {
      return answers.refused(
        error, message.accepted.message, about: decisions.rides[intent.rideIdentifier])
    }
  }

  /// The newest plausible position of the vehicle of a ride.
  private func fix(of ride: Ride) -> Fix? {
    ride.status.vehicle.flatMap { decisions.vehicle($0.identifier)?.vehicle.fix }
  }
}

extension RideChange {
  fileprivate init(_ intent: ChangeRideIntent) {
    // The ride was found by its rider and its name; its texts are in its own language.
    let (_, _, _, pickup, dropOff, stops, scheduledPickup, maximumPrice) = intent.members
    self.init(
      pickup: pickup, dropOff: dropOff, stops: stops, scheduledPickup: scheduledPickup,
      maximumPrice: maximumPrice)
  }
}
