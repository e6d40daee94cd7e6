import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("The receipt of a ride as a message") struct RideReceiptTests {
  private let world: World

  init() throws { world = try World() }

  private func ask(_ ride: String, rider: String = "rider-42") throws -> Outcome {
    try world.ask(.query(ride, rider: rider).with { $0.type = "get-ride-receipt.handle" })[0]
  }

  /// A ride that was paid by a card, and its fare in minor units.
  private func paidRide() throws -> (ride: String, fare: Int64) {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid())
    let early = try ask(ride)
    #expect(early.reason == "rideNotCompleted" && early.path == "rideIdentifier")
    _ = try world.dispatch(try world.drive(ride))
    return (ride, try #require(try world.document(ride)).account.total.minorUnits)
  }

  private static func cents(_ amount: JSONValue?) throws -> Int64 {
    let text = try #require(amount?.string ?? amount?["amount"]?.string)
    return try #require(Int64(text.filter { $0 != "." }))
  }

  @Test("A11: It has the bill, the payments that add up to it, and the times with their zone")
  func A11_settled() throws {
    let (ride, fare) = try paidRide()
    let outcome = try ask(ride)
    let receipt = try #require(outcome.response?["receipt"])
    #expect(outcome.code == "success" && outcome.publications.count == 1)
    #expect(try Self.cents(receipt["price"]) == fare)
    let lines = try (receipt["fareLineItems"]?.array ?? []).map { try Self.cents($0["price"]) }
    #expect(lines.count > 1 && lines.reduce(0, +) == fare)
    let payment = try #require(receipt["payments"]?.array?.first)
    #expect(try Self.cents(payment["amount"]) == fare && payment["token"] == nil)
    #expect(payment["means"]?.string == "paymentMethod" && payment["type"]?.string == "credit")
    #expect(receipt["outstanding"] == nil && receipt["refunds"] == nil)
    #expect(receipt["outcome"]?.string == "completed")
    #expect(receipt["timeZone"]?.string == "America/Chicago")
    let times = ["requestedAt", "startedAt", "endedAt"].map { receipt[$0]?.string ?? "" }
    #expect(times.sorted() == times && !times.contains(""))
  }

  @Test("A11: After a refund it is a newer one, without what the operator wrote beside it")
  func A11_refund() throws {
    let (ride, fare) = try paidRide()
    let before = try #require(try ask(ride).response?["receipt"]?["number"]?.integer)
    _ = try world.dispatch(.refund("1.50", of: ride))
    let outcome = try ask(ride)
    let receipt = try #require(outcome.response?["receipt"])
    #expect(try (receipt["refunds"]?.array ?? []).map { try Self.cents($0) } == [150])
    #expect(try Self.cents(receipt["price"]) == fare)
    #expect(try #require(receipt["number"]?.integer) > before)
    let text = String(decoding: outcome.responses[0].body, as: UTF8.self)
    #expect(!text.contains("detour"))
  }

  @Test("A11: A canceled ride has one as well")
  func A11_canceled() throws {
    let canceled = try world.ride()
    _ = try world.book(.cancel(canceled))
    let free = try #require(try ask(canceled).response?["receipt"])
    #expect(free["outcome"]?.string == "canceledByUser")
    #expect(try Self.cents(free["price"]) == 0 && free["endedAt"] == nil)
  }

  @Test("A11: The receipt of an unpaid ride shows what is outstanding")
  func A11_outstanding() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid("pm_empty_later"))
    _ = try world.dispatch(try world.drive(ride))
    let receipt = try #require(try ask(ride).response?["receipt"])
    #expect(try Self.cents(receipt["outstanding"]) == Self.cents(receipt["price"]))
    #expect(receipt["payments"] == nil)
  }

  @Test("The receipt of another rider's ride is answered as that of none")
  func foreign() throws {
    let (ride, _) = try paidRide()
    let foreign = try ask(ride, rider: "rider-43")
    #expect(foreign.reason == "unknownRide" && foreign.response?["receipt"] == nil)
    #expect(try ask("none-such").reason == "unknownRide")
  }
}
