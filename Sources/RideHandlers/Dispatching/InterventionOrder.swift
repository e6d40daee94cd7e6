import Messages
import RideStore
import Rides

extension DispatchBatch {
  /// Carries out what one of the operator's staff has ordered for the ride of a message, once: the
  /// ride keeps the order even after its outcome was deleted.
  mutating func intervene(_ decision: consuming Decision) {
    let (key, intent) = (decision.identity?.key, decision.accepted.message.intent)
    guard let order = InterventionOrder(intent, key?.messageIdentifier ?? "") else {
      preconditionFailure("expected an order of the operator's staff")
    }
    let intervention = order.intervention
    let identifier = intent.rideIdentifier
    do throws(Refusal) {
      guard let identifier, let ride = decisions.rides[identifier] else {
        let name = identifier?.rawValue ?? ""
        throw Refusal(.unknownRide, "there is no ride \(name)", path: "rideIdentifier")
      }
      switch ride.account.knows(intervention) {
      case true?: break
      case false?: try carryOut(intervention, on: ride, &decision)
      case nil:
        guard let key else { break }
        let conflict = Deduplicator.conflict(key, "another order")
        return decisions.triage.settle(conflict: conflict, decision.accepted)
      }
    } catch {
      decision.answer = .refusal(error)
    }
    decisions.add(decision, paying: identifier)
  }

  private mutating func carryOut(
    _ intervention: Intervention, on found: Ride, _ decision: inout Decision
  ) throws(Refusal) {
    var ride = found
    let payments = decisions.payments
    let policies = dependencies.quoter.policies(of: ride)
    var effect = Ride.Effect.nothing
    switch intervention.deed {
    case .waiver: effect.money = try payments.waive(&ride, intervention)
    case .adjustment: effect.money = try payments.adjust(&ride, intervention)
    case .end:
      effect = try ride.end(at: now, policies: policies)
      let record = ride.status.vehicle.flatMap { decisions.vehicle($0.identifier) }
      if let vehicle = record?.vehicle { ride.status.vehicle = vehicle }
      measure(.ended, of: &ride, record)
      let billed = try payments.billEnd(of: &ride, intervention)
      effect.money.append(billed.effects)
      decision.doubt = billed.doubt
    case .reassignment:
      try check(intervention.plannedVehicle, for: ride)
      effect = try ride.reassign(intervention, at: now, policies: policies)
    }
    save(effect, of: ride, &decision)
    if ride.isWaiting { decision.searches.append(ride.status.rideIdentifier) }
  }

  /// Refuses a planned vehicle that has never reported, or that does not drive for the product.
  private func check(_ planned: VehicleIdentifier?, for ride: Ride) throws(Refusal) {
    guard let planned else { return }
    let vehicle = decisions.vehicle(planned)
    guard vehicle?.products.contains(ride.product) == true else {
      throw Refusal(
        .unknownVehicle,
        "expected a vehicle that drives for '\(ride.product)', came '\(planned)', which "
          + (vehicle == nil ? "has never reported" : "does not"),
        path: "plannedVehicleIdentifier")
    }
  }
}

/// What a message of the operator's staff orders for a ride.
private struct InterventionOrder {
  let intervention: Intervention

  /// Nil for any other message; `order` is its id.
  init?(_ intent: Intent, _ order: String) {
    // The ride is found by its name.
    switch intent {
    case .rideWaiver(let waiver):
      let (_, author, reason) = waiver.members
      intervention = Intervention(.waiver, author: author, reason: reason, order: order)
    case .rideAdjustment(let adjustment):
      let (_, author, reason, fare, tolls) = adjustment.members
      intervention = Intervention(
        .adjustment, author: author, reason: reason, order: order, fare: fare, tolls: tolls)
    case .rideEnd(let end):
      let (_, author, reason, fare, tolls) = end.members
      intervention = Intervention(
        .end, author: author, reason: reason, order: order, fare: fare, tolls: tolls)
    case .rideReassignment(let reassignment):
      let (_, author, reason, vehicle) = reassignment.members
      intervention = Intervention(
        .reassignment, author: author, reason: reason, order: order, plannedVehicle: vehicle)
    default: return nil
    }
  }
}
