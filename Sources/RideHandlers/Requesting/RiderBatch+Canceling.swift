import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Cancels a ride of the rider's.
  ///
  /// A ride that the same actor has cancelled by another message is told as it is, with what that
  /// has cost: a rider who presses the button twice has got what was asked for.
  mutating func cancel(
    _ intent: CancelRideIntent, _ accepted: Triage.Accepted, _ identity: StoredOutcome.Identity
  ) {
    var decision = Decision(accepted, identity)
    do throws(Refusal) {
      let ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      if ride.isCancelled(by: intent.actor) {
        decision.answer = .cancellation(try quote(ride, for: intent.actor))
        decision.shown = ride.status
      } else {
        decision.answer = .cancellation(try cancel(ride, intent, &decision))
      }
    } catch {
      decision.answer = .refusal(error)
      if error.reason == .cancellationFeeTooHigh, let ride = work.rides[intent.rideIdentifier] {
        decision.shown = ride.status
        decision.cost = try? quote(ride, for: intent.actor)
      }
    }
    add(decision)
  }

  /// Ends the ride, frees its vehicle and its place among the rider's; gives back what was taken.
  private mutating func cancel(
    _ ride: Ride, _ intent: CancelRideIntent, _ decision: inout Decision
  ) throws(Refusal) -> CancellationQuote {
    var ride = ride
    let request = CancellationRequest(
      actor: intent.actor, reason: intent.reason,
      requestedAt: decision.accepted.message.context.requestedAt,
      maximumFee: intent.maximumCancellationFee)
    decision.money = try ride.cancel(
      request, feeTitle: dependencies.quoter.cancellationTitle(of: ride),
      isVehicleLost: hasLostVehicle(ride), policies: dependencies.quoter.policies(of: ride), at: now
    )
    if let vehicle = ride.status.vehicle?.identifier {
      work.release(vehicle, of: ride.status.rideIdentifier)
    }
    slots[intent.riderIdentifier]?.free(ride.slot)
    work.put(ride)
    debts.note(ride)
    decision.statuses = [ride.status]
    return try quote(ride, for: intent.actor)
  }

  /// What can be taken for cancelling a ride, or was.
  private func quote(
    _ ride: Ride, for actor: Cancellation.Actor
  ) throws(Refusal) -> CancellationQuote {
    try ride.cancellationQuote(for: actor, isVehicleLost: hasLostVehicle(ride), at: now)
  }

  /// Whether the vehicle that is committed to a ride is off duty or silent.
  private func hasLostVehicle(_ ride: Ride) -> Bool {
    guard ride.commitment != nil, let vehicle = ride.status.vehicle?.identifier else {
      return false
    }
    return work.vehicles[vehicle]?.isLost(at: now) ?? true
  }

  /// Tells what cancelling would cost, and changes nothing (rule A6).
  func quoteCancellation(_ intent: CancelRideIntent, _ message: IncomingMessage) -> Outcome {
    do throws(Refusal) {
      let ride = try ride(intent.rideIdentifier, of: intent.riderIdentifier)
      let quote = try quote(ride, for: intent.actor)
      var encoder = ResponseEncoder()
      let body = encoder.cancelRide(
        code: .ready, fee: quote.fee, threshold: quote.threshold,
        rideStatus: encoder.rideStatus(ride.status))
      return answers.answered(body, .ready, message)
    } catch {
      return answers.refused(error, message)
    }
  }
}

extension RiderBatch {
  /// Asks for the longest-waiting rides to be looked after, one for each vehicle that the batch has
  /// freed; call it once the vehicles are free and new rides have claimed theirs.
  mutating func findWaitingRides() throws(StoreError) {
    guard !work.releases.isEmpty else { return }
    let vehicles = try store.vehicles(work.releases.map(\.vehicleIdentifier).sorted())
      .compactMapValues { $0.supplyEntry(at: now) }.filter(\.value.isFree)
    var waiting = try WaitingRides(
      for: Array(vehicles.values), beside: work, in: store, at: now)
    let freed = Dictionary(
      work.releases.map { ($0.rideIdentifier, $0.vehicleIdentifier) }, uniquingKeysWith: { $1 })
    for index in decisions.indices {
      guard let ended = decisions[index].statuses.last, ended.phase.isFinal,
        let vehicle = freed[ended.rideIdentifier].flatMap({ vehicles[$0] }),
        let next = waiting.next(for: vehicle, at: now)
      else { continue }
      decisions[index].searches.append(next)
    }
  }

  /// The ride of that name as it is within this batch; another rider's is as if it did not exist.
  func ride(
    _ identifier: RideIdentifier, of rider: RiderIdentifier
  ) throws(Refusal) -> Ride {
    guard let ride = work.rides[identifier], ride.status.riderIdentifier == rider else {
      throw Refusal(
        .unknownRide, "the rider has no ride \(identifier)", path: "rideIdentifier")
    }
    return ride
  }
}
