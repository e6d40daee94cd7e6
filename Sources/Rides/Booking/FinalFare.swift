/// The final fare of a completed ride, line by line.
package struct FinalFare: Hashable, Sendable {
  package var lines: [RideAccount.BilledLine]
  /// Why an operator should check the fare: a value for the bill that is missing; nil for a fare
  /// that follows from the booking.
  package var doubt: String?
}

extension Quoter {
  /// The final fare of a completed ride, by the terms of its booking.
  ///
  /// A booked price stays, unless the ride has ended elsewhere and its product lowers it; additions
  /// have lines of their own. Where the meter decides, the fare is what the meter showed, or the
  /// booked tariff over the way that was driven and the time that the trip took, and the minimum
  /// fare where no position shows a way; charges of the places where it began and really ended come
  /// on top. Waiting at the pickup is charged from the free minutes on, after an arrival that a
  /// position supports, but not beside a meter, which has counted it. What a ride of an earlier
  /// build does not have is as the catalogue has it now.
  package func finalFare(of ride: Ride, meteredFare: Money? = nil) -> FinalFare {
    let option = ride.status.rideOption
    let (agreed, doubt) = agreedFare(of: ride)
    let booked = option.billedLines(agreed)
    if option.usesMeteredFare {
      if let meteredFare {
        return FinalFare(lines: lines(named: meteredFare, of: ride), doubt: doubt)
      }
      let lines = drivenLines(of: ride, agreed, booked, over: ride.driven)
      let unknown =
        lines == nil || ride.driven == nil
        ? "no meter's fare was reported, and none can be estimated" : nil
      return agreed.withWaiting(
        FinalFare(lines: lines ?? booked, doubt: doubt ?? unknown), of: ride)
    }
    var lines = elsewhereLines(of: ride) ?? booked
    if lines.isEmpty, let price = option.priceRange?.maximumPrice {
      let item = FareLineItem(title: option.name, kind: .amount, price: price)
      lines = [RideAccount.BilledLine(item: item, account: .fareRevenue)]
    }
    return agreed.withWaiting(FinalFare(lines: lines, doubt: doubt), of: ride)
  }

  /// The most that a ride with a price costs by its booking, without tolls: the price and the wait
  /// at the pickup; nil where none was agreed.
  func agreedPrice(of ride: Ride) -> Money? {
    guard let price = ride.account.quotedMaximum ?? ride.status.rideOption.priceRange?.maximumPrice
    else { return nil }
    let waiting = agreedFare(of: ride).agreed.withWaiting(FinalFare(lines: []), of: ride)
    return price.plus(waiting.lines.map(\.item.price).sum(in: price.currency))
  }

  /// The lines of a fare that a meter or the operator names: it and the charges of places.
  package func lines(named fare: Money, of ride: Ride) -> [RideAccount.BilledLine] {
    let option = ride.status.rideOption
    let line = RideAccount.BilledLine(
      item: FareLineItem(title: option.name, kind: .amount, price: fare), account: .fareRevenue)
    return [line] + additions(to: fare, of: ride, agreedFare(of: ride).agreed)
  }

  /// The expected cost of a ride at its booking: the price, or an estimate of the meter's fare; nil
  /// if unknown.
  package func expectedFare(of ride: Ride) -> Money? {
    let option = ride.status.rideOption
    if let price = option.priceRange?.maximumPrice { return price }
    let agreed = agreedFare(of: ride).agreed
    let seconds = ride.routeSeconds.map(Double.init)
    guard
      let lines = meterEstimate(
        of: ride, agreed, option.billedLines(agreed),
        to: ride.status.dropOffLocation?.coordinate, seconds: seconds)
    else { return nil }
    return lines.map(\.item.price).sum(in: ride.account.currency)
  }

  /// The booked tariff over a way that was driven, the minimum fare without one; nil if the booking
  /// lacks rates, and beyond the range of money.
  func drivenLines(
    of ride: Ride, _ agreed: AgreedFare, _ booked: [RideAccount.BilledLine], over way: DrivenWay?
  ) -> [RideAccount.BilledLine]? {
    let fixed = booked.filter { !$0.account.isOfCharges }.map(\.item)
    guard
      let lines = try? agreed.meter?.lines(
        fixed: fixed, over: way, from: ride.tripStart, seconds: ride.tripSeconds ?? 0)
    else { return nil }
    let fare = lines.map(\.price).sum(in: ride.account.currency)
    return lines.map { RideAccount.BilledLine(item: $0, account: .fareRevenue) }
      + additions(to: fare, of: ride, agreed)
  }

  /// The sum of the way of a ride whose rider has come aboard; nil where it decides no fare.
  ///
  /// - Parameter fix: The newest plausible position of the vehicle.
  package func drivenWay(of ride: Ride, from fix: Fix?) -> DrivenWay? {
    guard let startedAt = ride.startedAt else { return nil }
    let place = fix.flatMap { fix in
      fix.isOf(startedAt, policies(of: ride).positions) ? fix.location : nil
    }
    let start = place ?? ride.status.pickupLocation.coordinate
    var way = measuredWay(of: ride, from: start, at: startedAt)
    let metres = Double(policies(of: ride).positions.dropOffMetres)
    way?.stops = ride.status.waypoints.map { stop in
      DrivenWay.Stop(place: stop.coordinate, metres: metres + (stop.accuracyMetres ?? 0))
    }
    return way
  }

  private func measuredWay(
    of ride: Ride, from start: Coordinate, at startedAt: Instant
  ) -> DrivenWay? {
    guard ride.status.rideOption.usesMeteredFare else {
      return pricedWay(of: ride, from: start, at: startedAt)
    }
    guard let meter = agreedFare(of: ride).agreed.meter else { return nil }
    let legs = PlaceRates(rates: meter.rates, changes: meter.changes).legs(from: startedAt)
    var way = DrivenWay(
      ride: ride.status.rideIdentifier,
      circuity: pricedArea(of: ride)?.area.travel.circuity ?? 1,
      freeSecondsPerStop: meter.rates.time.freeSecondsPerStop, sections: legs[0].sections,
      later: Array(legs.dropFirst()), from: start, at: startedAt)
    way.divide(by: meter.zones, meter.places.map { $0.legs(from: startedAt) })
    return way
  }

  /// The booked tariff over the way to a place and a time: that of the way if it is not known.
  ///
  /// More than five parameters: the first three are what the callers know of the booking.
  func meterEstimate(
    of ride: Ride, _ agreed: AgreedFare, _ booked: [RideAccount.BilledLine], to end: Coordinate?,
    seconds: Double?
  ) -> [RideAccount.BilledLine]? {
    guard let meter = agreed.meter, let area = pricedArea(of: ride) else { return nil }
    var trip = bookedTrip(of: ride, in: area).trip
    trip.dropOff = end.map { Place(coordinate: $0) }
    var route = Route(metres: 0, seconds: Self.unknownTripSeconds)
    if let end {
      route = routing.route(of: trip, to: end, in: area.area, at: ride.startedAt ?? ride.createdAt)
    }
    if let seconds {
      // Of a time that was driven the same part was slow.
      route.slowSeconds *= route.seconds > 0 ? seconds / route.seconds : 1
      route.seconds = seconds
    }
    let fixed = booked.filter { !$0.account.isOfCharges }.map(\.item)
    guard
      let lines = try? meter.lines(fixed: fixed, over: route, from: ride.tripStart, along: trip.way)
    else { return nil }
    let fare = lines.map(\.price).sum(in: ride.account.currency)
    return lines.map { RideAccount.BilledLine(item: $0, account: .fareRevenue) }
      + additions(to: fare, of: ride, agreed)
  }

  /// The assumed length of a trip without a drop-off.
  private static let unknownTripSeconds = 1_800.0

  /// The agreed terms of a ride's fare; for a ride of an earlier build those of today's catalogue,
  /// and the missing ones if it lacks some.
  func agreedFare(of ride: Ride) -> (agreed: AgreedFare, doubt: String?) {
    if let agreed = ride.agreedFare { return (agreed, nil) }
    let lines = ride.status.rideOption.fareLineItems
    guard let area = pricedArea(of: ride) else {
      let accounts = lines.map { $0.kind == .discount ? LedgerAccount.discounts : .fareRevenue }
      return (
        AgreedFare(accounts: accounts), "the catalogue has lost the service area \(ride.area)"
      )
    }
    let accounts = lines.map { area.account(titled: $0) }
    guard let product = area.product(ride.product) else {
      return (AgreedFare(accounts: accounts), "the catalogue has lost the product \(ride.product)")
    }
    let texts = product.texts[locales.index(of: ride.locale)]
    let (trip, time) = bookedTrip(of: ride, in: area)
    let prices = product.prices(for: trip, at: time)
    return (
      AgreedFare(of: product, prices: prices, texts: texts, forms: forms, accounts: accounts), nil
    )
  }

  /// The trip of a ride as it was booked, and the time by which it was priced.
  func bookedTrip(of ride: Ride, in area: PricedArea) -> (trip: Trip, time: LocalMoment) {
    let time = LocalMoment(
      scheduled: ride.status.scheduledPickupTime?.start, now: ride.createdAt,
      zone: area.area.timeZone)
    let trip = Trip(
      pickup: ride.status.pickupLocation, dropOff: ride.status.dropOffLocation,
      stops: ride.status.waypoints, turns: ride.turns, partySize: ride.partySize)
    return (trip, time)
  }

  func pricedArea(of ride: Ride) -> PricedArea? {
    areas.first { $0.area.key == ride.area }
  }
}

extension PlaceRates {
  /// The legs of a way that begins at an instant.
  fileprivate func legs(from start: Instant) -> [DrivenWay.Leg] {
    [DrivenWay.Leg(at: start, sections: card(at: start).sections)]
      + changes.filter { $0.at > start }.map {
        DrivenWay.Leg(at: $0.at, sections: $0.rates.sections)
      }
  }
}

extension PricedArea {
  /// The account of a line without further information: charges of places and special pricing are
  /// recognized by their titles, in any locale of the catalogue.
  fileprivate func account(titled line: FareLineItem) -> LedgerAccount {
    if line.kind == .discount { return .discounts }
    if area.charges.contains(where: { $0.titles.values.contains(line.title) }) {
      return .passThrough
    }
    let surges = area.rules.specialPricing
    return surges.contains { $0.titles.values.contains(line.title) } ? .surgeRevenue : .fareRevenue
  }
}

extension RideOption {
  /// The lines that are parts of the sum, each with its account.
  func billedLines(_ agreed: AgreedFare) -> [RideAccount.BilledLine] {
    fareLineItems.enumerated().filter(\.element.kind.isPartOfSum).map { index, line in
      let isKnown = agreed.accounts.indices.contains(index)
      return RideAccount.BilledLine(
        item: line, account: isKnown ? agreed.accounts[index] : .fareRevenue)
    }
  }
}

extension AgreedFare {
  /// A fare with the line of the wait at the pickup, or with a doubt in its place where no position
  /// supports the arrival.
  fileprivate func withWaiting(_ fare: FinalFare, of ride: Ride) -> FinalFare {
    guard let line = waitingLine(of: ride) else { return fare }
    var fare = fare
    if let doubt = ride.arrivalDoubt {
      fare.doubt =
        fare.doubt ?? "waiting of \(line.price.decimalString) is not charged: \(doubt)"
    } else {
      fare.lines.append(RideAccount.BilledLine(item: line, account: .fareRevenue))
    }
    return fare
  }

  /// The line of the wait at the pickup, from the arrival or from the start of the time that was
  /// booked, whichever is later, until the vehicle left or the rider was aboard (rule D5); nil for
  /// a wait that is free.
  private func waitingLine(of ride: Ride) -> FareLineItem? {
    guard let waiting, let arrived = ride.arrivedAt, let started = ride.startedAt else {
      return nil
    }
    let from = max(arrived, ride.status.scheduledPickupTime?.start ?? arrived)
    return waiting.line(waited: from.seconds(to: min(started, ride.leftPickupAt ?? started)))
  }
}

extension Ride {
  /// When the trip began, or is to begin.
  var tripStart: Instant { startedAt ?? status.scheduledPickupTime?.start ?? createdAt }

  /// How long the rider was aboard; nil where it was not reported.
  var tripSeconds: Double? {
    guard let startedAt, let endedAt, endedAt >= startedAt else { return nil }
    return startedAt.seconds(to: endedAt)
  }
}
