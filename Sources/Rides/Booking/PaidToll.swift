/// A toll or a fee that a driver has paid for a rider.
package struct PaidToll: Hashable, Sendable {
  /// The key of a toll of the catalogue.
  package var identifier: String
  package var amount: Money

  package init(identifier: String, amount: Money) {
    self.identifier = identifier
    self.amount = amount
  }
}

extension Quoter {
  /// The reported tolls that a rider pays, and why the operator has to decide about the others; nil
  /// where all are as the catalogue has them.
  ///
  /// Those that a fixed fare includes are not paid on top of it.
  func payable(_ reported: [PaidToll], of ride: Ride) -> (tolls: [PaidToll], doubt: String?) {
    let onTop = ride.agreedFare?.onTop
    var (payable, doubt): ([PaidToll], String?) = ([], nil)
    for toll in reported where onTop?.contains(toll.identifier) ?? true {
      if let reason = objection(to: toll, beside: payable, of: ride) {
        doubt = doubt ?? reason
      } else {
        payable.append(toll)
      }
    }
    return (payable, doubt)
  }

  /// Why the operator has to decide about a toll.
  private func objection(to toll: PaidToll, beside others: [PaidToll], of ride: Ride) -> String? {
    let amount = "\(toll.amount.decimalString) \(toll.amount.currency.code)"
    guard let known = tolls(of: ride).first(where: { $0.key == toll.identifier }) else {
      return "the catalogue has no toll \"\(toll.identifier)\", of which \(amount) was reported"
    }
    if others.contains(where: { $0.identifier == toll.identifier }) {
      return "the toll \"\(known.key)\" was reported twice, again with \(amount)"
    }
    guard toll.amount.minorUnits > known.atMost.minorUnits else { return nil }
    return "the toll \"\(known.key)\" is \(amount), expected at most \(known.atMost.decimalString)"
  }

  /// The lines of the tolls that a rider pays, as the catalogue calls them now.
  func tollLines(of ride: Ride) -> [RideAccount.BilledLine] {
    let known = tolls(of: ride)
    return ride.tolls.map { toll in
      let title = known.first { $0.key == toll.identifier }?.titles[ride.locale]
      return RideAccount.BilledLine(
        item: FareLineItem(title: title ?? toll.identifier, kind: .amount, price: toll.amount),
        account: .passThrough)
    }
  }

  private func tolls(of ride: Ride) -> [Toll] { pricedArea(of: ride)?.area.rules.tolls ?? [] }
}

extension Ride {
  /// Refuses tolls in another currency than the ride's.
  package func check(_ tolls: [PaidToll]) throws(Refusal) {
    guard let index = tolls.firstIndex(where: { $0.amount.currency != account.currency }) else {
      return
    }
    throw Refusal(
      .currencyUnsupported,
      "expected a toll in \(account.currency.code), came "
        + tolls[index].amount.currency.code, path: "tolls[\(index)].amount.currencyCode")
  }
}
