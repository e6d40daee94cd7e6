extension Resolver {
  /// The option: by an exact name, a similar name, or a quote.
  package var option: Resolution {
    if let claims = request.claims, now >= claims.expires {
      return .unsupported(claims.expired)
    }
    if let contradiction { return .unsupported(contradiction) }
    if let key = request.optionIdentifier ?? request.claims?.product { return certain(key) }
    guard let name = request.optionName, !OptionName.folded(name).isEmpty else {
      return .needsValue
    }
    switch matches(for: name, trip) {
    case .exact(let key): return certain(key)
    case .near(let key): return guessed([key])
    case .several(let keys): return guessed(keys)
    case .none:
      if case .exact(let key) = matches(for: name, nil) { return elsewhere(key) }
      let names = names(of: areas.flatMap { $0.products.map(\.product.key) })
      return .unsupported(
        Refusal(
          .unknownOption, "expected one of \(names.joined(separator: ", ")), came \"\(name)\"",
          path: "rideOptionName"))
    }
  }

  /// The refusal of a name, identifier and quote that contradict each other; else nil.
  private var contradiction: Refusal? {
    let selection = OptionSelection(
      name: request.optionName, optionIdentifier: request.optionIdentifier)
    for area in areas {
      if let contradiction = area.contradiction(in: selection) { return contradiction }
      guard let claims = request.claims, let chosen = try? area.product(for: selection).product.key
      else { continue }
      if chosen != claims.product { return Quoter.invalid(claims, chosen) }
    }
    return nil
  }

  private func certain(_ key: ProductKey) -> Resolution {
    guard let name = names(of: [key]).first else { return elsewhere(key) }
    return refusal(of: key).map(Resolution.unsupported) ?? .success(.optionName(name))
  }

  /// The available ones of the possible options.
  private func guessed(_ keys: [ProductKey]) -> Resolution {
    let bookable = keys.filter { refusal(of: $0) == nil }
    let values = names(of: bookable).map(Resolution.Value.optionName)
    switch values.count {
    case 0: return refusal(of: keys[0]).map(Resolution.unsupported) ?? .needsValue
    case 1: return .confirmationRequired(values[0])
    default: return .disambiguation(values)
    }
  }

  private func elsewhere(_ key: ProductKey) -> Resolution {
    let isSold = quoter.areas.contains { $0.product(key) != nil }
    return .unsupported(
      isSold
        ? Refusal(.notAvailableHere, "\(key) is not sold here", path: "rideOptionName")
        : Refusal(.unknownOption, "nothing is called \(key)", path: "optionIdentifier"))
  }

  private func names(of keys: [ProductKey]) -> [String] {
    keys.compactMap { try? quoter.optionName($0, for: trip, locale: request.locale) }
  }

  private func matches(for name: String, _ trip: Trip?) -> OptionMatch {
    // The pickup of the trip is served, so no place is refused.
    (try? quoter.optionMatches(for: name, trip: trip)) ?? .none
  }

  /// The refusal of a product for the trip, except for reasons of other parameters.
  private func refusal(of key: ProductKey) -> Refusal? {
    guard var trip else { return nil }
    if let requested = request.scheduledPickup {
      guard let windows = try? windows(for: requested, in: areas[0].area), windows.count == 1
      else { return nil }
      trip.scheduledPickup = windows[0].start
    }
    let selection = OptionSelection(
      name: nil, optionIdentifier: key, partySize: request.partySize)
    do throws(Refusal) {
      _ = try quoter.quote(
        selection, for: trip, locale: request.locale, supply: supply, at: now)
      return nil
    } catch {
      return error.ofOption
    }
  }
}

extension Refusal {
  /// The refusal, if it is about the option and not about a place or a party.
  fileprivate var ofOption: Refusal? {
    switch reason {
    case .notAvailableHere: path == "dropOffLocation" ? nil : self
    case .bookInAppOnly, .outsideOperatingHours: self
    case .serviceTemporarilyUnavailable: Refusal(.outsideOperatingHours, message, path: path)
    // Refusals of places, of the party, of the time and of the payment, which are resolved
    // separately; of a quote, which the option resolves; and of existing rides.
    case .outsideServiceArea, .notReachable, .tooImprecise, .sameAsPickup, .tooFar, .unknownOption,
      .listExpired, .invalidQuote, .quoteOfAnotherRider, .quoteUsed, .priceTooHigh,
      .partySizeRequired, .belowOne, .aboveCapacity, .noTier, .inPast, .tooSoon, .tooFarAhead,
      .ambiguousLocalTime, .nonexistentLocalTime, .recurrenceUnsupported, .unknownMethod, .expired,
      .currencyUnsupported, .paymentMethodRequired, .paymentDeclined, .paymentNeedsAction,
      .refundTooLarge, .refundDeclined, .refundUnderWay, .unknownPayment,
      .previousRideNeedsCompletion, .previousRideNeedsFeedback, .unknownRide, .unknownVehicle,
      .illegalMove, .wrongStartCode, .startHeld, .notCancelable, .cancellationFeeTooHigh,
      .rideNotCompleted, .feedbackAlreadyGiven, .feedbackTooLate, .tipTooLarge,
      .invalidShareToken, .shareEnded, .tooManyCalls:
      nil
    }
  }
}
