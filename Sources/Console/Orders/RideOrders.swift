import JSON
import Messages
import Rides
import Tool

/// What an operator can order for a ride.
enum OrderKind: String, CaseIterable, Sendable {
  case cancel, end, reassign, adjust, waive, refund, settle
}

/// Whether one kind of order is possible for a ride as it is.
struct OrderOption: Hashable {
  let kind: OrderKind
  var isPossible = true
  /// Why it is not possible, or what it takes.
  var reason: Phrase?
  /// The most that its amount may be; nil where it has none, or no limit is known.
  var most: Money?

  /// The same as a text.
  var why: String? { reason?.text }

  /// Why an amount cannot be ordered; nil where it may be, as far as is known.
  func fault(of amount: Money, in currency: Currency) -> String? {
    let limit = most ?? Money(minorUnits: .max, currency: currency)
    if amount.currency == limit.currency, amount.minorUnits <= limit.minorUnits { return nil }
    let possible = most.map { "at most \($0.shown)" } ?? "an amount in \(currency.code)"
    return "the order has \(amount.shown), and the ride takes \(possible)"
  }

  /// Writes the members.
  func write(into writer: inout JSONWriter) {
    writer.texts([("kind", kind.rawValue)])
    writer.member("isPossible", isPossible)
    reason?.write("why", into: &writer)
    writer.member("most", most)
  }
}

/// Which orders a ride would accept now: the domain is asked, on a copy of the ride.
///
/// The fleet decides again when an order arrives, and it alone knows what has changed meanwhile.
struct RideOrders {
  let ride: Ride
  let quoter: Quoter
  let now: Instant

  /// All kinds, in their order.
  var options: [OrderOption] { OrderKind.allCases.map(option) }

  /// One kind.
  func option(_ kind: OrderKind) -> OrderOption {
    switch kind {
    case .cancel: cancel
    case .end:
      option(
        .end, refusal: { tried(.end, fare: nil) },
        most: mostFare(from: zero) { tried(.end, fare: $0) })
    case .reassign: reassign
    case .adjust:
      option(
        .adjust, refusal: { tried(.adjustment, fare: billed) },
        most: mostFare(from: billed) { tried(.adjustment, fare: $0) })
    case .waive:
      option(
        .waive, refusal: { tried(.waiver, fare: nil) }, most: ride.heldFare ?? ride.account.total)
    case .refund: refund
    case .settle: settle
    }
  }

  /// The receipt of the ride, as its rider gets it.
  var receipt: JSONValue? {
    guard let receipt = quoter.receipt(of: ride) else { return nil }
    return (try? JSONValue(parsing: RideReceiptEvent.encode(receipt, at: now), limits: .stored))?[
      "data"]
  }

  private var payments: RidePayments {
    RidePayments(quoter: quoter, gateway: PaymentsByMessage(), now: now)
  }

  private var policies: Policies { quoter.policies(of: ride) }

  private var zero: Money { .zero(ride.account.currency) }

  /// The fare, or the fee, that was billed, without the charges on top of it: to bill it again is
  /// refused only where nothing can be adjusted.
  private var billed: Money {
    let lines = (ride.account.bill ?? []).filter { !$0.account.isOfCharges }
    let units = lines.reduce(0) { $0 + $1.item.price.minorUnits }
    return Money(minorUnits: max(0, units), currency: ride.account.currency)
  }

  private func option(
    _ kind: OrderKind, refusal: () -> Refusal?, most: @autoclosure () -> Money?
  ) -> OrderOption {
    if let refusal = refusal() {
      return OrderOption(kind: kind, isPossible: false, reason: reason(kind, refusal))
    }
    return OrderOption(kind: kind, most: most())
  }

  private func reason(_ kind: OrderKind, _ refusal: Refusal) -> Phrase {
    OrderObstacle(kind: kind, ride: ride).phrase(of: refusal)
  }

  private var cancel: OrderOption {
    option(
      .cancel,
      refusal: {
        guard !ride.status.phase.isFinal else {
          return Refusal(.notCancelable, "the ride has ended")
        }
        return refusal { () throws(Refusal) in
          _ = try ride.cancellationCost(for: .service, at: now)
        }
      }, most: nil)
  }

  /// A ride that has no vehicle yet can be given a planned one.
  private var reassign: OrderOption {
    guard let refusal = tried(.reassignment, fare: nil) else { return OrderOption(kind: .reassign) }
    guard tried(.reassignment, fare: nil, vehicle: VehicleIdentifier("another")) == nil else {
      return OrderOption(kind: .reassign, isPossible: false, reason: reason(.reassign, refusal))
    }
    return OrderOption(
      kind: .reassign, reason: Phrase("why.namedOnly", "Name the vehicle that is to get it."))
  }

  private var refund: OrderOption {
    let most = ride.account.refundable
    return option(
      .refund,
      refusal: {
        var account = ride.account
        return refusal { () throws(Refusal) in
          _ = try account.refund(
            most, reason: "", order: Self.probe, at: now, policy: policies.payment)
        }
      }, most: most)
  }

  /// Of a ride whose start is held, whose fare is held, or that is not paid.
  private var settle: OrderOption {
    if ride.status.isStartHeld, !ride.status.phase.isFinal {
      return OrderOption(
        kind: .settle, reason: Phrase("why.start", "Without an amount: it allows the start."))
    }
    if ride.heldFare != nil {
      return option(.settle, refusal: { triedHeld(zero) }, most: mostFare(from: zero, triedHeld))
    }
    let most = ride.account.outstanding
    guard most.minorUnits > 0 else {
      return OrderOption(
        kind: .settle, isPossible: false,
        reason: ride.status.phase.isFinal
          ? OrderObstacle.settled : OrderObstacle.notEnded)
    }
    return option(
      .settle,
      refusal: {
        var account = ride.account
        return refusal { () throws(Refusal) in
          _ = try account.settleOutside(order: Self.probe, at: now, policy: policies.payment)
        }
      }, most: most)
  }

  /// The id of an order that no ride has.
  private static let probe = "?"

  /// Why the fleet would refuse an order of the staff now; nil for one that it would carry out.
  private func tried(
    _ deed: RideAccount.Order.Deed, fare: Money?, vehicle: VehicleIdentifier? = nil
  ) -> Refusal? {
    var ride = ride
    let order = Intervention(
      deed, author: "", reason: "", order: Self.probe, fare: fare, plannedVehicle: vehicle)
    return refusal { () throws(Refusal) in
      switch deed {
      case .waiver: _ = try payments.waive(&ride, order)
      case .adjustment: _ = try payments.adjust(&ride, order)
      case .end:
        _ = try ride.end(at: now, policies: policies)
        _ = try payments.billEnd(of: &ride, order)
      case .reassignment: _ = try ride.reassign(order, at: now, policies: policies)
      }
    }
  }

  private func triedHeld(_ fare: Money) -> Refusal? {
    var ride = ride
    return refusal { () throws(Refusal) in
      _ = try payments.decideHeld(&ride, fare: fare, tolls: [])
    }
  }

  private func refusal(_ body: () throws(Refusal) -> Void) -> Refusal? {
    do throws(Refusal) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// More than any fare.
  private static let highest: Int64 = 1 << 40

  /// The highest fare that is not refused; nil where any would be accepted.
  ///
  /// Charges come on top of it by rules of their own, so it is found by trying, half the range each
  /// time.
  private func mostFare(from least: Money, _ refusal: (Money) -> Refusal?) -> Money? {
    func accepts(_ units: Int64) -> Bool {
      refusal(Money(minorUnits: units, currency: ride.account.currency)) == nil
    }
    guard accepts(least.minorUnits), !accepts(Self.highest) else { return nil }
    var (accepted, refused) = (least.minorUnits, Self.highest)
    while refused - accepted > 1 {
      let middle = (accepted + refused) / 2
      if accepts(middle) { accepted = middle } else { refused = middle }
    }
    return Money(minorUnits: accepted, currency: ride.account.currency)
  }
}
