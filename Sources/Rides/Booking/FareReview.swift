/// A fare or a fee that the operator has to decide: something contradicts it.
package struct HeldFare: Hashable, Sendable {
  /// Without charges of places.
  package var fare: Money
  package var reason: String

  package init(fare: Money, reason: String) {
    self.fare = fare
    self.reason = reason
  }
}

extension Quoter {
  /// The operator's policies for the area of a ride.
  ///
  /// A ride of an area that was removed from the catalogue gets the policies below.
  package func policies(of ride: Ride) -> Policies {
    policies(of: ride.area)
      ?? Policies(listExpirySeconds: 0, unfinishedRidesPerRider: 1, bookingCodes: .classic)
  }

  /// The fare of an ended ride that is not billed without a review; nil for one that is billed.
  ///
  /// A price is held if the positions contradict that the ride began at its pickup, went by its
  /// stops or ended at its drop-off, unless they show where it ended and the product has a price
  /// for that, or if the trip took too little time and they do not show that it took place. What a
  /// meter shows, and the tariff for the way that was driven in its place, have the same limit; the
  /// tariff also needs an end that the positions show and do not contradict, and a way that they
  /// show without a long gap.
  package func heldFare(of ride: Ride, meteredFare: Money?, at now: Instant) -> HeldFare? {
    let positions = policies(of: ride).positions
    let contradiction = ride.endContradiction(positions, at: now)
    guard ride.status.rideOption.usesMeteredFare else {
      let doubt =
        ride.boardingDoubt ?? contradiction ?? ride.hurry(positions, at: now)
        ?? ride.missedStops(positions)
      guard let reason = doubt, elsewhereLines(of: ride) == nil else { return nil }
      return HeldFare(
        fare: finalFare(of: ride).lines.fare(in: ride.account.currency), reason: reason)
    }
    guard meteredFare != nil || agreedFare(of: ride).agreed.meter != nil else { return nil }
    let fare = meteredFare ?? finalFare(of: ride).lines.fare(in: ride.account.currency)
    let doubt = meteredFare == nil ? contradiction ?? unknownEnd(of: ride) : nil
    if let reason = ride.boardingDoubt ?? doubt { return HeldFare(fare: fare, reason: reason) }
    let policy = policies(of: ride).payment
    guard let limit = meterLimit(of: ride, policy: policy, at: now),
      fare.minorUnits > limit.minorUnits
    else { return meteredFare == nil ? ride.gap.map { HeldFare(fare: fare, reason: $0) } : nil }
    let source = meteredFare == nil ? "the tariff for the trip comes to" : "the meter shows"
    return HeldFare(
      fare: fare,
      reason: "\(source) \(fare.decimalString) \(fare.currency.code), expected at most "
        + limit.decimalString)
  }

  /// The highest fare of a metered ride that is billed without a review; nil if nothing is known to
  /// compare.
  ///
  /// A multiple of the expected fare, what the time aboard allows, and at most the limit of the
  /// product. The expected fare is the booked tariff for the way to the drop-off and its usual
  /// time, without charges of places. For a ride without a drop-off, or one that has ended
  /// elsewhere, it is the tariff for the way that the positions show, without one for the way to
  /// the vehicle's position, and the time that the ride took.
  package func meterLimit(
    of ride: Ride, policy: PaymentPolicy, at now: Instant
  ) -> Money? {
    let agreed = agreedFare(of: ride).agreed
    let booked = ride.status.rideOption.billedLines(agreed)
    let positions = policies(of: ride).positions
    let isElsewhere = ride.endContradiction(positions, at: now) != nil
    let dropOff = isElsewhere ? nil : ride.status.dropOffLocation?.coordinate
    let seconds = isElsewhere ? nil : ride.routeSeconds.map(Double.init)
    let driven = dropOff == nil ? ride.driven?.byPosition : nil
    let lines =
      driven.map { drivenLines(of: ride, agreed, booked, over: $0) }
      ?? meterEstimate(
        of: ride, agreed, booked,
        to: dropOff ?? ride.lastPlace(positions, isElsewhere: isElsewhere),
        seconds: seconds ?? ride.tripSeconds)
    let expected = lines?.fare(in: ride.account.currency)
    // A tariff without rates leaves the fare to the meter alone, so there is no expected fare.
    let times =
      agreed.hasRates
      ? expected.flatMap { try? $0.share(percent: 100 * policy.meterTimesEstimate) } : nil
    let aboard = (ride.arrivedAt ?? ride.startedAt).map { max(0, $0.seconds(to: now)) }
    let possible = aboard.flatMap {
      tariff(
        of: ride, agreed, booked.filter { !$0.account.isOfCharges },
        metres: Double(positions.metresPerSecond) * $0, seconds: $0)
    }
    return [times, possible, meterLimit(of: ride)].compactMap(\.self)
      .min { $0.minorUnits < $1.minorUnits }
  }

  /// The most that any meter may show: the limit of the catalogue, else the booked tariff for a
  /// distance and a time beyond any ride; nil without both.
  package func meterLimit(of ride: Ride) -> Money? {
    let limit = pricedArea(of: ride)?.product(ride.product)?.product.tariff.meterLimit
    if let limit, limit.currency == ride.account.currency { return limit }
    let agreed = agreedFare(of: ride).agreed
    return tariff(
      of: ride, agreed, ride.status.rideOption.billedLines(agreed),
      metres: Tariff.meterLimitMetres, seconds: Tariff.meterLimitSeconds)
  }

  /// The booked tariff for a distance and a time by its dearest rates; nil without rates, or
  /// beyond the range of money.
  ///
  /// More than five parameters: the first three are what the callers know of the booking.
  private func tariff(
    of ride: Ride, _ agreed: AgreedFare, _ booked: [RideAccount.BilledLine], metres: Double,
    seconds: Double
  ) -> Money? {
    guard let meter = agreed.meter, agreed.hasRates else { return nil }
    return try? meter.mostFare(
      fixed: booked.map(\.item),
      over: Route(metres: metres, seconds: seconds, slowSeconds: seconds))
  }

  /// Why the way of a ride is not known as far as its end; nil where it is.
  private func unknownEnd(of ride: Ride) -> String? {
    guard ride.driven != nil else {
      return "no meter's fare was reported, and no position shows the way"
    }
    guard ride.endPlace(policies(of: ride).positions) == nil else { return nil }
    return "no meter's fare was reported, and no position shows where the trip ended"
  }
}

extension Ride {
  /// When the rider came aboard, or could have at the earliest.
  private var aboardAt: Instant? { startedAt ?? arrivedAt }

  /// When the rider can be at the drop-off at the earliest: after half of the usual time.
  var earliestEnd: Instant? {
    guard let aboardAt, let routeSeconds else { return nil }
    return aboardAt.advanced(bySeconds: max(1, (routeSeconds + 1) / 2))
  }

  /// How many seconds after a report a position is still of it: phones tell the time in seconds,
  /// and send the position before the report.
  fileprivate static let slackSeconds = 10.0

  /// The seconds without a position after which the way between two of them is a guess: a vehicle
  /// that is silent for so long gets no ride either.
  private static let longGapSeconds = 600.0

  /// Why the way that was driven is not known: a long gap, or an odometer that the positions
  /// contradict; nil for one that is known.
  var gap: String? {
    guard let driven else { return nil }
    if driven.metres > 2 * driven.metresByPosition + Fix.blur {
      return "no meter's fare was reported, and the odometer shows \(Int(driven.metres)) m where "
        + "the positions show \(Int(driven.metresByPosition)) m"
    }
    guard driven.longestGap > Self.longGapSeconds else { return nil }
    return "no meter's fare was reported, and no position shows the way for "
      + "\(Int(driven.longestGap.rounded())) s"
  }

  /// That the vehicle cannot have made all booked stops, by positions that show the whole trip; nil
  /// where it can.
  fileprivate func missedStops(_ policy: PositionPolicy) -> String? {
    guard let driven, let endedAt, let end = endPlace(policy) else { return nil }
    let missed = driven.missed(
      before: Fix(location: end, at: endedAt), speed: policy.metresPerSecond)
    guard !missed.isEmpty else { return nil }
    return "no position is near \(missed.count) of the \(status.waypoints.count) booked stops"
  }

  /// Where the positions show the end of the trip; nil where the newest one is not of the trip, or
  /// too old, or later.
  func endPlace(_ policy: PositionPolicy) -> Coordinate? {
    guard let endedAt, let startedAt, let fix = status.vehicle?.fix, fix.at > startedAt,
      fix.at.seconds(to: endedAt) >= -Self.slackSeconds,
      fix.at.seconds(to: endedAt) <= Double(policy.maximumAgeSeconds)
    else { return nil }
    return fix.location
  }

  /// The same, if it is not the booked drop-off.
  func otherEnd(_ policy: PositionPolicy) -> Coordinate? {
    guard let end = endPlace(policy), let dropOff = status.dropOffLocation else {
      return endPlace(policy)
    }
    let reach = Double(policy.dropOffMetres) + (dropOff.accuracyMetres ?? 0)
    return GreatCircle.metres(end, dropOff.coordinate) > reach ? end : nil
  }

  /// Whether something contradicts the booked drop-off, wherever the trip ended instead.
  func isEndContradicted(_ policy: PositionPolicy) -> Bool {
    endedAt.map { endContradiction(policy, at: $0) != nil } ?? false
  }

  /// What contradicts the end at the booked drop-off: the newest position, or the time; nil where
  /// nothing does, or none was booked.
  func endContradiction(_ policy: PositionPolicy, at now: Instant) -> String? {
    guard let dropOff = status.dropOffLocation else { return nil }
    let sighting = Sighting(
      status.vehicle?.fix, reportedAt: endedAt ?? now, now: now, policy: policy)
    switch sighting.presence(at: dropOff, within: policy.dropOffMetres, since: aboardAt) {
    // The way by stops can end where it began.
    case .there where status.waypoints.isEmpty: return nil
    case .elsewhere: return sighting.words(about: "drop-off", at: dropOff)
    case .there, .unknown: return haste(to: dropOff, policy, at: now)
    }
  }

  /// That no vehicle gets from the pickup by the stops to the drop-off in the time of the trip; nil
  /// where one can.
  private func haste(to dropOff: Place, _ policy: PositionPolicy, at now: Instant) -> String? {
    // By the driver's own words the vehicle was at the pickup then.
    guard let aboardAt else { return nil }
    let way = [status.pickupLocation] + status.waypoints + [dropOff]
    let metres = zip(way, way.dropFirst()).reduce(0) {
      $0 + GreatCircle.metres($1.0.coordinate, $1.1.coordinate)
    }
    let seconds = aboardAt.seconds(to: now)
    let reach = Double(policy.metresPerSecond) * max(0, seconds)
    guard metres > Double(policy.dropOffMetres * (way.count - 1)) + reach else { return nil }
    let stops = status.waypoints.isEmpty ? "" : " by its stops"
    return "the drop-off is \(Sighting.distance(Int(metres.rounded()))) from the pickup\(stops), "
      + "and the trip took \(Int(seconds.rounded())) s"
  }

  /// That the trip took less time than the way needs at the greatest speed, where no position shows
  /// that it took place: the vehicle, or the drop-off, is near the pickup; else nil.
  ///
  /// Its usual time is no measure of so short a way: most of it is for getting in and out.
  fileprivate func hurry(_ policy: PositionPolicy, at now: Instant) -> String? {
    guard let aboardAt, let dropOff = status.dropOffLocation else { return nil }
    let seconds = aboardAt.seconds(to: now)
    let way = GreatCircle.metres(status.pickupLocation.coordinate, dropOff.coordinate)
    guard seconds * Double(policy.metresPerSecond) < way else { return nil }
    let (pickup, metres) = (status.pickupLocation, policy.dropOffMetres)
    let sighting = Sighting(
      status.vehicle?.fix, reportedAt: endedAt ?? now, now: now, policy: policy)
    guard
      pickup.isNear(dropOff.coordinate, metres)
        || sighting.presence(at: pickup, within: metres) == .there
    else { return nil }
    return "the drop-off is \(Sighting.distance(Int(way.rounded()))) from the pickup, and the trip "
      + "took \(Int(seconds.rounded())) s"
  }

  /// What keeps the fee for a missed pickup from being taken: no position supports that the vehicle
  /// came, or that it is there, or some show that it was away meanwhile; nil where they do.
  package func absenceDoubt(_ policy: PositionPolicy, at now: Instant) -> String? {
    if let arrivalDoubt { return arrivalDoubt }
    if let leftPickupAt {
      return "the vehicle was away from the pickup at \(leftPickupAt.rfc3339) and after"
    }
    let sighting = Sighting(status.vehicle?.fix, reportedAt: now, now: now, policy: policy)
    let pickup = status.pickupLocation
    let isThere = sighting.presence(at: pickup, within: policy.pickupMetres) == .there
    return isThere ? nil : sighting.words(about: "pickup", at: pickup)
  }

  /// The stay that begins with an arrival at the pickup; nil where none supports it, or where
  /// neither waiting nor a missed pickup nor canceling costs anything.
  package func stay(_ policy: PositionPolicy) -> PickupStay? {
    let fees = cancellationTerms.map { [$0.missedPickupFee, $0.fee] } ?? []
    guard let arrivedAt, arrivalDoubt == nil,
      fees.contains(where: { $0.minorUnits > 0 }) || agreedFare?.waiting != nil
    else { return nil }
    let place = status.pickupLocation
    return PickupStay(
      ride: status.rideIdentifier, pickup: place.coordinate,
      metres: Double(policy.pickupMetres) + (place.accuracyMetres ?? 0),
      seconds: policy.awaySeconds,
      from: max(arrivedAt, status.scheduledPickupTime?.start ?? arrivedAt))
  }

  /// The place to which the trip went, as far as the positions show; the pickup where they show
  /// nothing of a ride that has not ended at its drop-off.
  fileprivate func lastPlace(_ policy: PositionPolicy, isElsewhere: Bool) -> Coordinate? {
    endPlace(policy) ?? (isElsewhere ? status.pickupLocation.coordinate : nil)
  }
}

extension Fix {
  /// Whether it shows where a trip began.
  func isOf(_ start: Instant, _ policy: PositionPolicy) -> Bool {
    -Ride.slackSeconds...Double(policy.maximumAgeSeconds) ~= at.seconds(to: start)
  }
}

extension [RideAccount.BilledLine] {
  /// Their sum without charges of places, at least nothing.
  func fare(in currency: Currency) -> Money {
    let fare = filter { !$0.account.isOfCharges }.map(\.item.price).sum(in: currency)
    return fare.minorUnits < 0 ? .zero(currency) : fare
  }
}
