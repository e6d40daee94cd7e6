extension Quoter {
  /// What comes on top of a meter's fare: the charges of the ride's places, the extras, and what
  /// all lacks to the lowest fare if that covers them.
  func additions(
    to fare: Money, of ride: Ride, _ agreed: AgreedFare
  ) -> [RideAccount.BilledLine] {
    var lines = placeCharges(of: ride, agreed, on: fare)
    guard let meter = agreed.meter, meter.minimumCover != .fare else { return lines }
    let extras = meter.minimumCover == .charges ? agreed.extraLines.count : 0
    let covered = lines.dropLast(extras)
    let sum = covered.map(\.item.price).sum(in: fare.currency).plus(fare)
    guard let lack = meter.lack(of: sum) else { return lines }
    lines.insert(RideAccount.BilledLine(item: lack, account: .chargeRevenue), at: covered.count)
    return lines
  }

  /// The charges of the places of a metered ride: those that were booked, unless it has ended
  /// elsewhere, or was booked without a drop-off.
  ///
  /// Then those of the pickup stay as they were booked, and what the end and the stops that were
  /// made add is as the catalogue has it now, where the positions show them; of a ride of an
  /// earlier build all are.
  private func placeCharges(
    of ride: Ride, _ agreed: AgreedFare, on fare: Money
  ) -> [RideAccount.BilledLine] {
    let booked = agreed.charges(of: ride.status.rideOption)
    let policy = policies(of: ride).positions
    let end = ride.otherEnd(policy)
    guard end != nil || ride.isEndContradicted(policy), let area = pricedArea(of: ride) else {
      return booked.map(\.charge).lines(on: fare)
    }
    let trip = Trip(
      pickup: ride.status.pickupLocation, dropOff: end.map { Place(coordinate: $0) },
      stops: ride.madeStops, partySize: ride.partySize, metres: ride.driven?.metres)
    let time = LocalMoment(
      scheduled: ride.status.scheduledPickupTime?.start, now: ride.createdAt,
      zone: area.area.timeZone)
    let product = area.product(ride.product)
    let start = Trip(pickup: trip.pickup, dropOff: nil, partySize: ride.partySize)
    let atPickup = ride.agreedFare?.pickupCharges.map { lines in
      booked.filter { lines.contains($0.line) }.map(\.charge)
    }
    let added = area.charges(for: trip, at: time).filter { charge in
      (product.map(charge.covers) ?? true)
        && (agreed.onTop?.contains(charge.charge.key) ?? true)
        && (atPickup == nil || !charge.charge.conditions.hold(for: start, at: time))
    }
    let locale = locales.index(of: ride.locale)
    let charges = added.map { charge in
      let form = forms.all[charge.firstForm + locale]
      return RideCharge(title: form.title, account: form.account, value: charge.charge.value)
    }
    let extras = booked.filter { agreed.extraLines.contains($0.line) }.map(\.charge)
    return ((atPickup ?? []) + charges + extras).lines(on: fare)
  }
}

extension Ride {
  /// The booked stops that the vehicle can have made; none where no position shows the way.
  fileprivate var madeStops: [Place] {
    guard let driven else { return [] }
    return status.waypoints.filter { stop in
      !driven.stops.contains { $0.place == stop.coordinate }
    }
  }
}

/// A charge of a ride whose fare is not the booked one.
private struct RideCharge {
  var title: String
  var account: LedgerAccount
  var value: FareCharge.Value
  /// What was agreed of a share; nil beside a meter.
  var agreed: Money?
}

extension [RideCharge] {
  /// Their lines on top of a fare; those of nothing are left out, as in a price.
  ///
  /// A share beyond the range of money makes a fare that cannot be billed.
  fileprivate func lines(on fare: Money) -> [RideAccount.BilledLine] {
    let limit = Money(minorUnits: Money.limit, currency: fare.currency)
    let amounts = (try? map(\.value).amounts(on: fare)) ?? map { _ in limit }
    return zip(self, amounts).filter { $1.minorUnits != 0 }.map { charge, amount in
      RideAccount.BilledLine(
        item: FareLineItem(
          title: charge.title, kind: .amount, price: charge.agreed.map(amount.atMost) ?? amount),
        account: charge.account)
    }
  }
}

extension AgreedFare {
  /// The charges among the lines of a booked option, each with its index there.
  fileprivate func charges(of option: RideOption) -> [(line: Int, charge: RideCharge)] {
    zip(option.fareLineItems, accounts).enumerated().filter(\.element.1.isOfCharges).map {
      index, line in
      let share = shares.first { $0.line == index }?.share
      return (
        index,
        RideCharge(
          title: line.0.title, account: line.1,
          value: share.map { .share($0) } ?? .amount(line.0.price),
          agreed: line.0.kind == .amount ? line.0.price : nil)
      )
    }
  }
}
