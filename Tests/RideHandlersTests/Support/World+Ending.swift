import JSON
import Messages
import RideStore
import Rides
import Testing

extension World {
  /// The ride with all that is kept of it.
  func document(_ identifier: String) throws -> Ride? {
    try record(identifier).map { try RideDocument.decode($0.document) }
  }

  /// Prunes all outcomes but the last, as when they are old.
  func forgetOutcomes() throws {
    let later = noon.advanced(bySeconds: 86_400 * 100)
    _ = try book(.booking(rider: "somebody later"), at: later)
    let store = store
    let (outcomes, pruned) = (
      contents.outcomes.count,
      try store.transaction(.write) {
        () throws(StoreError) in
        try store.pruneOutcomes(olderThanDays: 0, at: later, limit: 1_000)
      }
    )
    #expect(pruned == outcomes - 1)
  }

  /// A ride that a taxi drove to its end for 20.00, drawn from a card, in five changes.
  func endedRide(_ rider: String = "rider-42") throws -> String {
    let vehicle = "taxi of \(rider)"
    _ = try dispatch(.onDuty(vehicle, "taxi"))
    let card = #","paymentMethod":{"type":"credit","token":"pm_1"}"#
    let uptown = #"{"latitude":41.96,"longitude":-87.65}"#
    let ride = try ride(
      .booking("Taxi", rider: rider, to: uptown, more: card).id("booking of \(rider)"))
    for event in ["accepted", "arrived"] {
      _ = try dispatch(.report(event, of: ride, by: vehicle))
    }
    let fare = #","meteredFare":{"amount":"20.00","currencyCode":"USD"}}"#
    let ended = try drive(ride, by: vehicle)
    let outcome = try dispatch(ended.with { $0.body = $0.body.dropLast() + fare })[0]
    #expect(outcome.told == ["completed 5"])
    return ride
  }
}

extension Catalogue {
  /// The built-in payment system fails to take the fare at first.
  mutating func failFirstCapture() {
    paymentScript = PaymentScript(lines: [
      PaymentScript.Line(operation: .capture, outcome: .declined, attempts: 1)
    ])
  }

  /// No ride is booked before the last one has its rating.
  mutating func requireRatings() {
    for area in serviceAreas.indices {
      serviceAreas[area].policies.feedback.isRatingRequired = true
    }
  }
}
