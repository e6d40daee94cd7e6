import Messages
import Rides

/// Resolves each parameter of a request; depends on values alone.
struct Resolving {
  let dependencies: HandlerDependencies
  let supply: Supply
  let now: Instant
  /// Whether the quote of the request has booked a ride.
  let isQuoteUsed: Bool

  /// The resolutions of the requested parameters, each once.
  func resolutions(of intent: ResolveIntent) -> [(RequestParameter, Resolution)] {
    let quote = Result { () throws(Refusal) in try claims(of: intent) }
    let resolver = Resolver(
      intent.partialRequest(claims: try? quote.get()), quoter: dependencies.quoter, supply: supply,
      at: now)
    let all = RequestParameter.allCases
    return all.filter { intent.parameters?.contains($0) ?? true }.map { parameter in
      if parameter == .rideOptionName, case .failure(let refusal) = quote {
        return (parameter, worded(.unsupported(refusal), for: intent))
      }
      return (parameter, worded(resolver.resolution(of: parameter), for: intent))
    }
  }

  private func worded(_ resolution: Resolution, for intent: ResolveIntent) -> Resolution {
    guard case .unsupported(let refusal) = resolution else { return resolution }
    return .unsupported(dependencies.worded(refusal, for: .resolve(intent)))
  }

  /// The same for a list, which has only its two places.
  func places(of intent: ResolveIntent) -> [(RequestParameter, Resolution)] {
    resolutions(of: intent).compactMap { parameter, resolution in
      switch parameter {
      case .pickupLocation: (parameter, resolution)
      case .dropOffLocation:
        (parameter, resolution == .notRequired ? .needsValue : resolution)
      default: nil
      }
    }
  }

  /// The claims of the quote; nil without a quote or without a complete trip.
  private func claims(of intent: ResolveIntent) throws(Refusal) -> QuoteClaims? {
    guard let token = intent.quoteIdentifier, let pickup = intent.pickupLocation else { return nil }
    let claims = try dependencies.claims(
      of: token, from: pickup, by: intent.waypoints, to: intent.dropOffLocation,
      for: intent.riderIdentifier)
    guard !isQuoteUsed else { throw QuoteTokens.used }
    return claims
  }
}

extension Resolver {
  fileprivate func resolution(of parameter: RequestParameter) -> Resolution {
    switch parameter {
    case .pickupLocation: pickup
    case .dropOffLocation: dropOff
    case .rideOptionName: option
    case .partySize: partySize
    case .scheduledPickupTime: scheduledPickup
    case .paymentMethod: payment
    }
  }
}

extension ResolveIntent {
  fileprivate func partialRequest(claims: QuoteClaims?) -> PartialRequest {
    // The rider and the quote are in the claims, and the parameters are those that are answered.
    let (
      _, locale, _, pickup, dropOff, name, option, _, partySize, paymentMethod, scheduledPickup,
      requiresWheelchairAccess, waypoints
    ) = members
    return PartialRequest(
      locale: locale, pickup: pickup, dropOff: dropOff, stops: waypoints, optionName: name,
      optionIdentifier: option, claims: claims, partySize: partySize,
      scheduledPickup: scheduledPickup, paymentMethod: paymentMethod,
      requiresWheelchairAccess: requiresWheelchairAccess)
  }
}
