import Rides
import Tool

/// What an order does to a ride, in one sentence, before it is sent.
struct OrderEffect {
  let form: OrderForm
  let ride: Ride

  /// The sentence.
  var sentence: String {
    switch form.deed {
    case .cancel: cancel
    case .end(let fare): end(fare)
    case .reassign(let vehicle): reassign(vehicle)
    case .adjust(let fare): adjust(fare)
    case .waive: waive
    case .refund(let amount):
      "Gives \(amount.shown) back to the rider, of \(ride.account.refundable.shown) that can be."
    case .settle(let fare): settle(fare)
    }
  }

  private var vehicle: String? {
    ride.status.vehicle.map { $0.registrationPlate ?? $0.identifier.rawValue }
  }

  private var cancel: String {
    let freed = vehicle.map { " and frees the vehicle \($0)" } ?? ""
    return "Cancels the ride for the service, free of charge for its rider\(freed)."
  }

  private func end(_ fare: Money?) -> String {
    let freed = vehicle.map { " and frees the vehicle \($0)" } ?? ""
    if let fare { return "Ends the ride now\(freed), and bills \(fare.shown) and its charges." }
    guard !ride.status.rideOption.usesMeteredFare else {
      return "Ends the ride now\(freed); what its meter would show is held until it is settled."
    }
    return
      "Ends the ride now\(freed), and bills the agreed price unless the positions contradict it."
  }

  private func reassign(_ other: VehicleIdentifier?) -> String {
    let planned = other.map { "plans the vehicle \($0) for it" }
    guard let vehicle else {
      return "The ride has no vehicle yet: \(planned ?? "a search is under way")."
    }
    return "Takes the ride from the vehicle \(vehicle) and "
      + "\(planned ?? "searches for another"), which is no drop-out of its driver."
  }

  private func adjust(_ fare: Money) -> String {
    let before = ride.account.total
    let isFee = ride.status.completionStatus.map { $0.outcome != .completed } ?? false
    let name = isFee ? "a fee of \(fare.shown)" : "a fare of \(fare.shown), and its charges,"
    return "Bills \(name) in the place of \(before.shown) in all; the difference is given back, or "
      + "taken."
  }

  private var waive: String {
    let amount = ride.heldFare ?? ride.account.total
    return "Waives the fee of \(amount.shown); what was paid of it is given back."
  }

  private func settle(_ fare: Money?) -> String {
    if let fare {
      return "Decides on the fare that is held: \(fare.shown) and its charges are billed."
    }
    if ride.status.isStartHeld, !ride.status.phase.isFinal {
      return "Lets the ride start without the start code."
    }
    return
      "Records that \(ride.account.outstanding.shown) was paid in another way; nothing is taken."
  }
}

extension Money {
  /// As in `5.00 USD`.
  var shown: String { "\(decimalString) \(currency.code)" }
}
