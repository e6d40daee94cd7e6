import Messages
import Rides
import Testing

@testable import Console

@Suite("The orders that a ride accepts")
struct RideOrdersTests {
  private static func orders(of ride: Ride) throws -> RideOrders {
    RideOrders(
      ride: ride, quoter: Quoter(catalogue: try TestConsole().context.catalogue),
      now: noon.advanced(bySeconds: 900))
  }

  /// A ride that was paid by a card.
  private static func paid() throws -> Ride {
    var ride = Ride.ended("r")
    let (policy, method) = (PaymentPolicy(), PaymentMethod(kind: .credit))
    var account = RideAccount(rideIdentifier: RideIdentifier("r"), currency: cents(0).currency)
    let hold = RideAccount.Hold(method: method, amount: cents(2_000))
    try approve(
      account.book([hold], quotedMaximum: cents(2_000), at: noon, policy: policy), of: &account)
    try approve(account.complete(ride.account.bill ?? [], at: noon, policy: policy), of: &account)
    ride.account = account
    return ride
  }

  private static func approve(_ effects: MoneyEffects, of account: inout RideAccount) throws {
    for command in effects.commands {
      let result = PaymentResult(key: command.key, outcome: .approved, reference: "x")
      _ = try account.apply(result, at: noon, policy: PaymentPolicy())
    }
  }

  private static func possible(_ ride: Ride) throws -> Set<OrderKind> {
    Set(try orders(of: ride).options.filter(\.isPossible).map(\.kind))
  }

  @Test(
    "Each phase has its own",
    arguments: [
      (.received, [.cancel, .reassign]),
      (.confirmed, [.cancel, .reassign]),
      (.pickup, [.cancel, .end, .reassign]), (.ongoing, [.cancel, .end]),
    ] as [(RidePhase, Set<OrderKind>)])
  func phases(_ phase: RidePhase, _ kinds: Set<OrderKind>) throws {
    #expect(try Self.possible(.sample("r", phase)) == kinds)
  }

  @Test("Those that are not possible say why")
  func reasons() throws {
    for option in try Self.orders(of: .sample("r", .ongoing)).options where !option.isPossible {
      #expect(option.why?.isEmpty == false, "\(option.kind)")
      #expect(option.most == nil)
    }
  }

  @Test(
    "Why is one short sentence",
    arguments: [
      (.received, .end, "No vehicle has it."), (.received, .refund, "Nothing was paid."),
      (.confirmed, .end, "The vehicle is not at the pickup yet."),
      (.ongoing, .reassign, "The rider is aboard."), (.ongoing, .waive, "The ride has not ended."),
      (.ongoing, .settle, "The ride has not ended."), (.completed, .cancel, "The ride has ended."),
      (.completed, .adjust, "Nothing was billed."),
    ] as [(RidePhase, OrderKind, String)])
  func sentences(_ phase: RidePhase, _ kind: OrderKind, _ why: String) throws {
    let option = try Self.orders(of: .sample("r", phase)).option(kind)
    #expect(!option.isPossible && option.why == why)
  }

  @Test("A paid ride can be refunded, as much as was taken, and adjusted, up to its price")
  func paid() throws {
    let ride = try Self.paid()
    #expect(try Self.possible(ride) == [.refund, .adjust])
    let orders = try Self.orders(of: ride)
    #expect(orders.option(.refund).most == cents(2_000))
    #expect(orders.option(.adjust).most == cents(2_000))
  }

  @Test("A ride that its driver was not paid for can be settled, as much as is outstanding")
  func outstanding() throws {
    let ride = Ride.ended("r", captured: 500)
    let option = try Self.orders(of: ride).option(.settle)
    #expect(option.isPossible)
    #expect(option.most == cents(1_500))
  }

  @Test("A held fare can be settled, at most at what is held or agreed")
  func held() throws {
    var ride = Ride.sample("r", .completed)
    (ride.heldFare, ride.endedAt) = (cents(1_200), noon)
    let option = try Self.orders(of: ride).option(.settle)
    #expect(option.isPossible)
    #expect(option.most == cents(2_000))
  }

  @Test("A ride whose start is held can be let go without an amount")
  func heldStart() throws {
    var ride = Ride.sample("r", .pickup)
    ride.status.isStartHeld = true
    let option = try Self.orders(of: ride).option(.settle)
    #expect(option.isPossible && option.most == nil)
  }

  @Test("The most that an order may be is accepted, and a cent more is not", arguments: [0, 700])
  func most(_ captured: Int64) throws {
    let orders = try Self.orders(of: .ended("r", captured: captured))
    let most = try #require(orders.option(.adjust).most)
    let payments = RidePayments(
      quoter: orders.quoter, gateway: PaymentsByMessage(), now: orders.now)
    func adjust(_ fare: Money) throws {
      var ride = orders.ride
      _ = try payments.adjust(
        &ride, Intervention(.adjustment, author: "d", reason: "x", order: "m", fare: fare))
    }
    try adjust(most)
    #expect(throws: Refusal.self) { try adjust(cents(most.minorUnits + 1)) }
  }
}
