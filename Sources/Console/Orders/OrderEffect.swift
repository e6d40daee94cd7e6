import JSON
import Rides
import Tool

/// What an order does to a ride, in one sentence, before it is sent.
struct OrderEffect {
  let form: OrderForm
  let ride: Ride

  /// The sentence in English.
  var sentence: String { phrase.text }

  /// The sentence.
  var phrase: Phrase {
    switch form.deed {
    case .cancel: cancel
    case .end(let fare): end(fare)
    case .reassign(let vehicle): reassign(vehicle)
    case .adjust(let fare): adjust(fare)
    case .waive: waive
    case .refund(let amount):
      Phrase(
        "effect.refund",
        "Gives \(amount.shown) back to the rider, of \(ride.account.refundable.shown) that can be.",
        ["amount": .money(amount), "most": .money(ride.account.refundable)])
    case .settle(let fare): settle(fare)
    }
  }

  private var vehicle: String? {
    ride.status.vehicle.map { $0.registrationPlate ?? $0.identifier.rawValue }
  }

  private var cancel: Phrase {
    let start = "Cancels the ride for the service, free of charge for its rider"
    guard let vehicle else { return Phrase("effect.cancel", start + ".") }
    return Phrase(
      "effect.cancelFreeing", "\(start) and frees the vehicle \(vehicle).",
      ["vehicle": .string(vehicle)])
  }

  private func end(_ fare: Money?) -> Phrase {
    let vehicle = vehicle ?? "that has it"
    let start = "Ends the ride now and frees the vehicle \(vehicle)"
    let values = ["vehicle": JSONValue.string(vehicle)]
    if let fare {
      return Phrase(
        "effect.endAt", "\(start), and bills \(fare.shown) and its charges.",
        ["vehicle": .string(vehicle), "amount": .money(fare)])
    }
    guard !ride.status.rideOption.usesMeteredFare else {
      return Phrase(
        "effect.endMetered",
        "\(start); what its meter would show is held until it is settled.", values)
    }
    return Phrase(
      "effect.end", "\(start), and bills the agreed price unless the positions contradict it.",
      values)
  }

  private func reassign(_ other: VehicleIdentifier?) -> Phrase {
    let values = [("vehicle", vehicle), ("other", other?.rawValue)].reduce(into: [:]) {
      (values: inout [String: JSONValue], pair: (String, String?)) in
      values[pair.0] = pair.1.map { .string($0) }
    }
    let end = "which is no drop-out of its driver."
    switch (vehicle, other) {
    case (nil, nil):
      return Phrase("effect.search", "The ride has no vehicle yet: a search is under way.")
    case (nil, let other?):
      return Phrase(
        "effect.plan", "The ride has no vehicle yet: plans the vehicle \(other) for it.", values)
    case (let vehicle?, nil):
      return Phrase(
        "effect.searchAnother",
        "Takes the ride from the vehicle \(vehicle) and searches for another, \(end)", values)
    case (let vehicle?, let other?):
      return Phrase(
        "effect.move",
        "Takes the ride from the vehicle \(vehicle) and plans the vehicle \(other) for it, \(end)",
        values)
    }
  }

  private func adjust(_ fare: Money) -> Phrase {
    let before = ride.account.total
    let isFee = ride.status.completionStatus.map { $0.outcome != .completed } ?? false
    let name = isFee ? "a fee of \(fare.shown)" : "a fare of \(fare.shown), and its charges,"
    return Phrase(
      isFee ? "effect.adjustFee" : "effect.adjust",
      "Bills \(name) in the place of \(before.shown) in all; the difference is given back, or "
        + "taken.", ["amount": .money(fare), "before": .money(before)])
  }

  private var waive: Phrase {
    let amount = ride.heldFare ?? ride.account.total
    return Phrase(
      "effect.waive", "Waives the fee of \(amount.shown); what was paid of it is given back.",
      ["amount": .money(amount)])
  }

  private func settle(_ fare: Money?) -> Phrase {
    if let fare {
      return Phrase(
        "effect.decide",
        "Decides on the fare that is held: \(fare.shown) and its charges are billed.",
        ["amount": .money(fare)])
    }
    if ride.status.isStartHeld, !ride.status.phase.isFinal {
      return Phrase("effect.start", "Lets the ride start without the start code.")
    }
    let outstanding = ride.account.outstanding
    return Phrase(
      "effect.elsewhere",
      "Records that \(outstanding.shown) was paid in another way; nothing is taken.",
      ["amount": .money(outstanding)])
  }
}

extension Money {
  /// As in `5.00 USD`.
  var shown: String { "\(decimalString) \(currency.code)" }
}
