/// Resolves the parameters of a request one by one, in any order (rules V1, V2 and F12).
///
/// Without a pickup, all service areas count. A resolution is no promise: a booking is validated
/// again.
package struct Resolver {
  let quoter: Quoter
  let request: PartialRequest
  let supply: Supply
  let now: Instant
  /// The area of the pickup; all areas while the pickup is missing or unusable.
  let areas: [PricedArea]
  /// From a usable pickup to a usable drop-off.
  let trip: Trip?

  /// Resolves a request at one moment.
  package init(_ request: PartialRequest, quoter: Quoter, supply: Supply, at now: Instant) {
    self.request = request
    self.quoter = quoter
    self.supply = supply
    self.now = now
    let start = request.pickup.map {
      Trip(
        pickup: $0, dropOff: nil, requiresWheelchairAccess: request.requiresWheelchairAccess)
    }
    let area = start.flatMap { try? quoter.checkedTerms(for: $0, at: now).area }
    areas = area.map { [$0] } ?? quoter.areas
    guard area != nil else {
      trip = nil
      return
    }
    var whole = start
    whole?.dropOff = request.dropOff
    whole?.stops = request.stops
    let isWhole = whole.map { (try? quoter.checkedTerms(for: $0, at: now)) != nil } ?? false
    trip = isWhole ? whole : start
  }

  /// The requested product, if it is unambiguous.
  var product: PricedProduct? {
    let selection = OptionSelection(
      name: request.optionName,
      optionIdentifier: request.optionIdentifier ?? request.claims?.product)
    for area in areas {
      if let product = try? area.product(for: selection) { return product }
    }
    return nil
  }

  /// The pickup location.
  package var pickup: Resolution {
    guard let pickup = request.pickup else { return .needsValue }
    return judge(pickup, Trip(pickup: pickup, dropOff: nil))
  }

  /// The drop-off location; without one, only metered products are possible (rule F12).
  package var dropOff: Resolution {
    guard let dropOff = request.dropOff else {
      return isDropOffRequired ? .needsValue : .notRequired
    }
    guard let pickup = trip?.pickup else {
      return judge(dropOff, Trip(pickup: dropOff, dropOff: nil), path: "dropOffLocation")
    }
    return judge(dropOff, Trip(pickup: pickup, dropOff: dropOff, stops: request.stops))
  }

  private var isDropOffRequired: Bool {
    if let product { return !product.isMetered }
    return !areas.flatMap(\.products).contains { product in
      product.isMetered
        && (!request.requiresWheelchairAccess || product.product.isWheelchairAccessible)
    }
  }

  private func judge(_ place: Place, _ trip: Trip, path: String? = nil) -> Resolution {
    do throws(Refusal) {
      let area = try quoter.checkedTerms(for: trip, at: now).area.area
      var place = place
      place.timeZone = area.timeZone.name
      let isVague = place.accuracyMetres.map { $0 > Place.vagueness } ?? false
      return isVague ? .confirmationRequired(.place(place)) : .success(.place(place))
    } catch {
      return .unsupported(
        Refusal(error.reason, error.message, path: path ?? error.path, texts: error.texts))
    }
  }

  /// The party size, where it matters (rules P6 and P7).
  package var partySize: Resolution {
    let candidates = product.map { [$0] } ?? areas.flatMap(\.products)
    let relevant = candidates.filter(\.product.isPartySizeRelevant)
    // Without an option, any vehicle with enough capacity counts.
    guard let product = relevant.max(by: { $0.product.capacity < $1.product.capacity }) else {
      return .notRequired
    }
    guard let size = request.partySize else {
      return candidates.count == 1 && product.tiers != nil ? .needsValue : .notRequired
    }
    do throws(Refusal) {
      _ = try product.tier(for: size)
      return .success(.partySize(size))
    } catch {
      return .unsupported(error)
    }
  }

  /// The pickup time; by default now.
  package var scheduledPickup: Resolution {
    guard let requested = request.scheduledPickup else { return .notRequired }
    return unanimous { (area) throws(Refusal) in
      choice(of: try windows(for: requested, in: area).map(Resolution.Value.pickupWindow))
    }
  }

  /// The windows that a request can mean.
  func windows(
    for requested: RequestedPickup, in area: ServiceArea
  ) throws(Refusal) -> [PickupWindow] {
    try area.scheduling(of: product?.product, at: now).candidates(for: requested)
  }

  /// The payment method (rule V3).
  package var payment: Resolution {
    unanimous { (area) throws(Refusal) in
      guard let method = request.paymentMethod else {
        return area.policies.payment.isMethodRequired ? .needsValue : .notRequired
      }
      return choice(of: try area.methods(for: method, at: now).map(Resolution.Value.paymentMethod))
    }
  }

  private func choice(of values: [Resolution.Value]) -> Resolution {
    values.count == 1 ? .success(values[0]) : .disambiguation(values)
  }

  /// The common resolution of all areas; where they differ, the rider must be asked for the pickup.
  private func unanimous(_ judge: (ServiceArea) throws(Refusal) -> Resolution) -> Resolution {
    let judgements = areas.map { area in
      do throws(Refusal) {
        return try judge(area.area)
      } catch {
        return .unsupported(error)
      }
    }
    guard let first = judgements.first, judgements.allSatisfy({ $0 == first }) else {
      return .needsValue
    }
    return first
  }
}
