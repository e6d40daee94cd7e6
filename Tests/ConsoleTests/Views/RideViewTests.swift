import HTTP
import JSON
import MemoryStore
import Messages
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("The page of a ride")
struct RideViewTests {
  @Test("Its timeline has all that happened, by time, and of one moment the changes first")
  func timeline() {
    var ride = Ride.sample("r", .ongoing)
    ride.account.settlements = [
      RideAccount.Order(
        identifier: "m", amount: cents(0), reason: "it stands still", state: .completed,
        deed: .reassignment, author: "d-7", at: noon.advanced(bySeconds: 2))
    ]
    ride.watch = VehicleWatch(nearerAt: noon)
    ride.watch?.toldAt = noon.advanced(bySeconds: 3)
    let ledger = [900, -900].enumerated().map { line, amount in
      LedgerEntryRecord(
        rideIdentifier: RideIdentifier("r"), transaction: 1, line: line + 1, account: "a",
        minorUnits: Int64(amount), currencyCode: "USD", reason: "fare", occurredAt: noon)
    }
    var change = ride.change
    change.traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let payment = OpenPayment(
      key: "fare:capture:1", kind: .fare, state: .requested, since: noon.advanced(bySeconds: 1))
    let entries = RideTimeline(
      of: StoredRide(ride: ride, payments: [payment], history: [change], ledger: ledger)
    ).entries
    #expect(entries.map(\.kind) == [.change, .payment, .payment, .order, .alarm])
    #expect(
      entries.map(\.text) == [
        "SUV, AB 1234 secret driver", "booked fare: 9.00 USD", "", "it stands still", "",
      ])
    #expect(
      entries.map(\.words) == [
        ["phase.ongoing"], [], ["payment.fare", "charge.requested"], ["deed.reassignment"],
        ["watch.overdue"],
      ])
    #expect(entries[3].author == "d-7" && entries[3].message == "m")
    #expect(entries[0].trace == "4bf92f3577b34da6a3ce929d0e0e4736")
  }

  @Test("It has the receipt, the ledger with amounts as text, and what can be ordered")
  func page() throws {
    let console = try TestConsole()
    try console.store.write([.ended("r")])
    try console.store.transaction(.write) { () throws(StoreError) in
      try console.store.append([
        LedgerEntryRecord(
          rideIdentifier: RideIdentifier("r"), transaction: 1, line: 1, account: "fareRevenue",
          minorUnits: -2_000, currencyCode: "USD", reason: "fare", occurredAt: noon)
      ])
    }
    let page = console.get("/api/rides/r", try console.signIn(.agent)).body
    #expect(page["ride"]?["price"]?["amount"]?.string == "20.00")
    #expect(page["ride"]?["status"]?["phase"]?.string == "completed")
    #expect(page["receipt"]?["price"]?["amount"]?.string == "20.00")
    #expect(page["receipt"]?["payments"]?[0]?["means"]?.string == "driver")
    #expect(page["ledger"]?[0]?["amount"]?["amount"]?.string == "-20.00")
    let kinds = page["orders"]?.array?.compactMap { $0["kind"]?.string }
    #expect(kinds == OrderKind.allCases.map(\.rawValue))
    #expect(console.get("/api/rides/x", try console.signIn(.agent)).code == "notFound")
  }

  @Test("A held fare is a doubt")
  func doubts() {
    var ride = Ride.sample("r", .completed)
    (ride.heldFare, ride.heldReason) = (cents(4_500), "the meter shows it")
    let orders = RideOrders(
      ride: ride, quoter: Quoter(catalogue: .empty), now: noon)
    let view = RideView(
      StoredRide(ride: ride, history: [], ledger: []), orders: orders, maySeePersonal: true)
    #expect(view.doubts == ["45.00 USD is held: the meter shows it"])
  }
}

extension Catalogue {
  /// A catalogue that has lost all areas.
  static let empty = Catalogue(locales: ["en_US"], defaultLocale: "en_US", serviceAreas: [])
}
