import Messages
import RideStore
import Rides

extension DeadLetterRecord {
  /// A letter of a booking that failed so many seconds after noon; its rider is a secret.
  static func sample(
    _ name: String, at seconds: Int = 0, path: String? = "partySize",
    body: String = #"{"riderIdentifier":"secret-rider","partySize":"two"}"#,
    _ change: (inout DeadLetterRecord) -> Void = { _ in }
  ) -> DeadLetterRecord {
    var letter = DeadLetterRecord(
      identifier: DeadLetterIdentifier(name), queue: "livery.request-ride.dead-letters",
      fault: .init(
        reason: "wrong-type", message: "expected a whole number, got 'secret'", path: path,
        failedAt: noon.advanced(bySeconds: seconds), worker: "request-ride-worker"),
      type: "request-ride.handle", exchange: "livery.requests.riders",
      messageIdentifier: "m-\(name)", correlationIdentifier: "c",
      subject: .init(rider: RiderIdentifier("secret-rider"), ride: RideIdentifier("r-\(name)")),
      storedAt: noon,
      properties: PropertiesDocument.encode(
        MessageProperties(headers: [Header("deadline", .string("2026-11-21T05:05:00Z"))])),
      body: Array(body.utf8))
    change(&letter)
    return letter
  }
}

extension RideStore {
  /// Stores letters.
  func store(_ letters: [DeadLetterRecord]) throws(StoreError) {
    try transaction(.write) { () throws(StoreError) in try insert(letters) }
  }
}
