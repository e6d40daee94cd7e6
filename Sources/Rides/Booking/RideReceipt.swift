/// The receipt of a ride that has ended, as its rider gets it: the bill, the payments, and the
/// times of the ride.
package struct RideReceipt: Hashable, Sendable {
  /// How an amount was paid.
  package enum Means: String, Sendable, CaseIterable {
    case paymentMethod
    /// In cash, to the driver.
    case driver
    /// In another way after the ride.
    case elsewhere
  }

  /// A payment by one means, of which the token is not shown.
  package struct Payment: Hashable, Sendable {
    package var means: Means
    package var amount: Money
    package var kind: PaymentMethod.Kind?
    package var name: String?
    package var identificationHint: String?

    init(_ payment: Receipt.Payment) {
      amount = payment.amount
      switch payment.means {
      case .method(let method):
        means = .paymentMethod
        (kind, name, identificationHint) = (method.kind, method.name, method.identificationHint)
      case .driver: means = .driver
      // The operator's reason is for the operator.
      case .outside: means = .elsewhere
      }
    }
  }

  package let rideIdentifier: RideIdentifier
  package let riderIdentifier: RiderIdentifier
  /// Rises with each movement of money.
  package let number: Int
  package let outcome: CompletionStatus.Outcome
  package let price: Money
  package let fareLineItems: [FareLineItem]
  package let payments: [Payment]
  /// Nil where all is paid.
  package let outstanding: Money?
  /// Nil where nothing was paid in excess.
  package let overpaid: Money?
  package let tip: Payment?
  package let refunds: [Money]
  /// Nil where the ride was not measured.
  package let drivenMetres: Int?
  package let requestedAt: Instant
  package let arrivedAt: Instant?
  package let startedAt: Instant?
  package let endedAt: Instant?
  /// Nil where the catalogue has lost the service area.
  package let timeZone: String?
}

extension Ride {
  /// The number of the receipt that its rider has to be told (rule A20); nil while there is none.
  ///
  /// A canceled ride that has cost nothing has a receipt, but nothing to tell.
  package var toldReceiptNumber: Int? {
    guard let outcome = status.completionStatus?.outcome, account.bill != nil,
      outcome == .completed || account.transactionCount > 0
    else { return nil }
    return account.receiptNumber
  }

  /// The meters of a way that was measured.
  fileprivate var drivenMetres: Int? { driven.map { Int($0.metres.rounded()) } }
}

extension RideAccount {
  /// Rises with each movement of money.
  fileprivate var receiptNumber: Int { transactionCount + 1 }
}

extension Quoter {
  /// Shows when the trip of a ride that was driven began and ended, how far it went and in which
  /// time zone (rule S6).
  package func showTrip(of ride: inout Ride) {
    guard let endedAt = ride.endedAt, ride.status.completionStatus?.outcome == .completed else {
      return
    }
    let (metres, zone) = (ride.drivenMetres, timeZone(of: ride))
    ride.status.completionStatus?.startedAt = ride.startedAt
    ride.status.completionStatus?.endedAt = endedAt
    ride.status.completionStatus?.drivenMetres = metres
    ride.status.completionStatus?.timeZone = zone
  }

  /// By IANA; nil where the catalogue has lost the service area.
  private func timeZone(of ride: Ride) -> String? { pricedArea(of: ride)?.area.timeZone.name }

  /// The receipt of a ride; nil before its end, and while its fare is held for review.
  package func receipt(of ride: Ride) -> RideReceipt? {
    let (status, account) = (ride.status, ride.account)
    guard let outcome = status.completionStatus?.outcome, let receipt = account.receipt else {
      return nil
    }
    return RideReceipt(
      rideIdentifier: status.rideIdentifier, riderIdentifier: status.riderIdentifier,
      number: account.receiptNumber, outcome: outcome, price: receipt.price,
      fareLineItems: receipt.lines, payments: receipt.charges.map { .init($0) },
      outstanding: receipt.outstanding.unlessZero, overpaid: receipt.overpaid.unlessZero,
      tip: receipt.tip.map { .init($0) }, refunds: receipt.refunds.map(\.amount),
      drivenMetres: ride.drivenMetres, requestedAt: ride.createdAt,
      arrivedAt: ride.arrivedAt, startedAt: ride.startedAt, endedAt: ride.endedAt,
      timeZone: timeZone(of: ride))
  }
}

extension Money {
  fileprivate var unlessZero: Money? { minorUnits == 0 ? nil : self }
}
