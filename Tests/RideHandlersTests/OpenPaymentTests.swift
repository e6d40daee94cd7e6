import RideStore
import Rides
import Testing

@Suite("A stored ride says which of its payments are open")
struct OpenPaymentTests {
  @Test("A payment is open from the booking until its answer, however often it is asked for")
  func untilAnswered() throws {
    let (world, ride, _) = try PaymentsByMessageTests.world()
    let asked = OpenPayment(
      key: "fare:authorise:1", kind: .fare, state: .requested, since: noon)
    #expect(try world.record(ride)?.payments == [asked])
    let due = try PaymentTests.dueAt(world, ride)
    #expect(try world.dispatch(.due(ride), at: due)[0].payments.count == 1)
    #expect(try world.record(ride)?.payments == [asked])
    #expect(
      try world.store.fleetFigures(at: due).payments == [
        .init(.fare, .requested): .init(count: 1, oldest: noon)
      ])
    _ = try world.dispatch(.result("\(ride):fare:authorise:1", "approved", of: ride))
    #expect(try world.record(ride)?.payments == [])
  }

  @Test("A refund that was declined is a failed one, from the answer on")
  func declined() throws {
    let (world, ride) = try PaymentsByMessageTests.paidRide()
    _ = try world.dispatch(.refund("1.00", of: ride), at: noon)
    #expect(try world.record(ride)?.payments.map(\.state) == [.requested])
    let later = noon.advanced(bySeconds: 9)
    _ = try world.dispatch(.result("\(ride):fare:refund:1", "declined", of: ride), at: later)
    #expect(
      try world.record(ride)?.payments == [
        OpenPayment(key: "refundOrder:1", kind: .refund, state: .failed, since: later)
      ])
  }
}
