import BrokerFixture
import JSON
import Messages
import Testing

@Suite("How a running fleet tells what rides have cost", .blocking)
struct ReceiptConversationTests {
  private let client: TestClient

  init() throws { client = try RunningFleet.started().client }

  @Test("A20: The receipt is a message at the end and after a refund, as a query answers it")
  func conversation() throws {
    _ = try client.ask("vehicle.update", Bodies.vehicle("veh-1", at: Bodies.rentals))
    let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
    let booked = try client.ask(
      "request-ride.handle", Bodies.booking(rider: "rider-1", from: Bodies.rentals, more: card))
    let ride = try #require(booked.ride)
    #expect(try client.vehicle(of: ride, "rider-1") == "veh-1")
    try client.end(ride, by: "veh-1")
    let first = try nextReceipt(of: ride)
    #expect(first["outstanding"] == nil && first["payments"]?.array?.count == 1)

    let order = #"{"amount":{"amount":"1.50","currencyCode":"USD"},"reason":"detour","#
    let refund = order + #""rideIdentifier":"\#(ride)"}"#
    for _ in 1...2 { #expect(try client.ask("ride.refund", refund, id: "once").code == "success") }
    let second = try nextReceipt(of: ride)
    #expect(second["refunds"]?.array?.count == 1 && second["price"] == first["price"])
    #expect(try nextReceipt(of: ride) == second, "the repeat tells the same again")
  }

  /// The next receipt that is told, which is the one that a query answers.
  private func nextReceipt(of ride: String) throws -> JSONValue {
    let event = try #require(try client.next(RideReceiptEvent.type))
    let receipt = try #require(event.body["data"])
    let asked = try client.ask(
      "get-ride-receipt.handle", Bodies.status(rider: "rider-1", ride: ride))
    #expect(asked.body["receipt"] == receipt)
    #expect(event.delivery.routingKey == "ride.receipt.\(ride)")
    #expect(
      event.delivery.properties.messageID == "\(ride)/receipt/\(receipt["number"]?.integer ?? 0)")
    return receipt
  }
}
