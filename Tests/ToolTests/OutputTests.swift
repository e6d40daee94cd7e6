import Messages
import Replay
import Rides
import Testing

@testable import Tool

@Suite struct OutputTests {
  @Test(
    "An answer is summarized in few words",
    arguments: [
      (
        #"{"code":"success","rideStatus":{"rideIdentifier":"r","phase":"confirmed"}}"#, "success",
        "ride r confirmed"
      ),
      (#"{"code":"success"}"#, "success", ""),
      (
        #"{"code":"failure","error":{"reason":"tooFar","message":"no","path":"p","#
          + #""retry":"newIdentifier"}}"#,
        "failure", "tooFar: no (p); may succeed later with a new message_id"
      ),
      (
        #"{"code":"success","rideOptions":[{"name":"SUV","priceRange":{"minimumPrice":"1.00","#
          + #""maximumPrice":"2.00","currencyCode":"USD"}},{"name":"Taxi","priceRange":null}]}"#,
        "success", "SUV 1.00-2.00 USD, Taxi by the meter"
      ),
    ])
  func summaries(_ body: String, _ code: String, _ detail: String) {
    let summary = ResponseSummary(body: Array(body.utf8))
    #expect(summary.code == code)
    #expect(summary.detail == detail)
    #expect(summary.isFailure == (code == "failure"))
  }

  @Test("What is no answer counts as a failure")
  func noAnswer() {
    #expect(ResponseSummary(body: Array("{}".utf8)).isFailure)
    #expect(ResponseSummary(body: []).detail.hasPrefix("an answer that cannot be read: malformed"))
  }

  @Test("A repeated change is dropped, until it is forgotten")
  func repeats() {
    var seen = SeenChanges(capacity: 2)
    let keys = (1...3).map { ChangeKey(ride: RideIdentifier("r"), sequence: $0) }
    let isNew = [0, 0, 1, 2, 2, 0].map { seen.insert(keys[$0]) }
    #expect(isNew == [true, false, true, true, false, true])
  }

  @Test(
    "Only a ride's own changes are bound, for any identifier",
    arguments: [(nil, "ride.#"), ("abc", "ride.*.abc"), ("a.b", "ride.*.a%2Eb")])
  func pattern(_ ride: String?, _ expected: String) {
    #expect(EventFeed.pattern(ride.map { RideIdentifier($0) }) == expected)
  }

  @Test("A line of a receipt has its lines, the price, and how it was paid")
  func receiptLine() throws {
    let body = #"""
      {"type": "livery.ride.receipt.v1", "time": "2026-11-21T05:04:10.123Z", "data": {
        "rideIdentifier": "k3f", "riderIdentifier": "rider", "number": 3,
        "price": {"amount": "14.50", "currencyCode": "USD"},
        "fareLineItems": [{"title": "Base charge", "kind": "amount", "price": "14.50"},
          {"title": "Per mile", "kind": "rate", "price": "1.00"}],
        "payments": [{"means": "paymentMethod", "type": "credit", "amount": "14.50"}],
        "tip": {"means": "paymentMethod", "amount": "2.00"}}}
      """#
    func receipt(_ body: String) -> IssuedReceipt? {
      IssuedReceipt(
        in: Delivery(
          deliveryTag: 1, redelivered: false, exchange: Exchange.events, routingKey: "",
          properties: MessageProperties(), body: Array(body.utf8)))
    }
    #expect(
      receipt(body)?.text
        == "05:04:10.123  ride k3f  receipt 3  Base charge 14.50: 14.50 USD, credit 14.50, tip 2.00"
    )
    #expect(receipt(body.replacing("receipt.v1", with: "status.v1")) == nil)
    #expect(EventFeed.receipts(nil) == "ride.receipt.#")
  }

  @Test("A line of a change has time, ride, phase, option, vehicle and the next step")
  func eventLine() throws {
    let place = Place(coordinate: try #require(Coordinate(latitude: 41.88, longitude: -87.63)))
    let now = try #require(Instant(rfc3339: "2026-11-21T05:04:10.123Z"))
    let status = RideStatus(
      rideIdentifier: RideIdentifier("k3f"), riderIdentifier: RiderIdentifier("rider"), sequence: 2,
      phase: .confirmed, updatedAt: now,
      vehicle: Vehicle(identifier: VehicleIdentifier("v"), registrationPlate: "AB 1234"),
      driver: Driver(name: "Sam R."), estimatedPickupDate: now.advanced(bySeconds: 240),
      pickupLocation: place,
      rideOption: RideOption(
        name: "SUV", optionIdentifier: ProductKey("suv"), estimatedPickupDate: now, priceRange: nil)
    )
    let line = EventLine.text(of: status, at: now)
    #expect(
      line.text(isColored: false)
        == "05:04:10.123  ride k3f   2 confirmed  SUV  AB 1234 Sam R.  pickup in 4 min")
    #expect(line.text(isColored: true).contains("\u{1B}[1mconfirmed\u{1B}[0m"))
  }

  @Test(
    "Numbers are rounded half away from zero and keep their digits",
    arguments: [
      (0.0, "0.00"), (1.005, "1.00"), (-0.125, "-0.13"), (12.3, "12.30"), (0.999, "1.00"),
    ])
  func rounding(_ number: Double, _ text: String) {
    #expect(number.rounded(digits: 2) == text)
  }
}
