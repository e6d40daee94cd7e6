import Messages
import Testing

/// A message that cannot be handled, what is said of it, and whether it is kept.
struct BadMessage: Sendable, CustomTestStringConvertible {
  var what: String
  var type: String?
  var body: String
  var hasIdentifier = true
  var headers: [Header] = []
  var family = QueueFamily.requestRide
  var reason: String
  var path: String?
  var isKept = true

  var testDescription: String { "\(family.rawValue): \(what)" }

  /// The worker that takes the messages of its queue.
  var worker: String { family == .dispatch ? "dispatch-worker" : "\(family.rawValue)-worker" }

  /// What is wrong on every queue; `type` is one of its own.
  static func everywhere(_ family: QueueFamily, type: String) -> [BadMessage] {
    [
      BadMessage(
        what: "broken JSON", type: type, body: #"{"riderIdentifier":"#, family: family,
        reason: "malformedJSON"),
      BadMessage(
        what: "an empty body", type: type, body: "", family: family, reason: "malformedJSON"),
      BadMessage(
        what: "too large a body", type: type,
        body: #"{"riderIdentifier":"\#(String(repeating: "x", count: 70_000))"}"#, family: family,
        reason: "bodyTooLarge"),
      BadMessage(
        what: "too deep a body", type: type, body: String(repeating: "[", count: 2_000),
        family: family, reason: "bodyTooDeep"),
      BadMessage(
        what: "an unknown schema version", type: type, body: "{}",
        headers: [Header("schema-version", .integer(2))], family: family,
        reason: "unknownSchemaVersion", path: "headers.schema-version"),
      BadMessage(
        what: "an unknown member, strictly", type: type, body: #"{"riderIdentifer":"r"}"#,
        headers: [Header("strict", .bool(true))], family: family, reason: "unknownMember",
        path: "riderIdentifer"),
    ]
  }

  static let bookings =
    everywhere(.requestRide, type: booking) + [
      BadMessage(
        what: "a wrong type", type: booking,
        body: Bodies.booking(rider: "r", more: #","partySize":"three""#), reason: "wrongType",
        path: "partySize"),
      BadMessage(
        what: "a missing field", type: booking,
        body: #"{"riderIdentifier":"r","rideOptionName":"SUV"}"#, reason: "missingField",
        path: "pickupLocation"),
      BadMessage(
        what: "a latitude out of range", type: booking,
        body: #"{"riderIdentifier":"r","pickupLocation":{"latitude":91,"longitude":0}}"#,
        reason: "outOfRange", path: "pickupLocation.latitude"),
      BadMessage(
        what: "a write without message_id", type: booking, body: Bodies.booking(rider: "r"),
        hasIdentifier: false, reason: "missingMessageIdentifier", path: "message_id"),
      BadMessage(
        what: "an unknown option name", type: booking,
        body: Bodies.booking(rider: "r", option: "Hovercraft"), reason: "unknownOption",
        path: "rideOptionName", isKept: false),
      BadMessage(
        what: "a deadline that has passed", type: booking, body: Bodies.booking(rider: "r"),
        headers: late, reason: "deadlineExceeded", path: "headers.deadline", isKept: false),
    ]

  static let lists =
    everywhere(.listOptions, type: list) + [
      BadMessage(
        what: "a missing field", type: list, body: #"{"riderIdentifier":"r"}"#,
        family: .listOptions, reason: "missingField", path: "pickupLocation"),
      BadMessage(
        what: "a latitude out of range", type: list,
        body: #"{"riderIdentifier":"r","pickupLocation":{"latitude":91,"longitude":0}}"#,
        family: .listOptions, reason: "outOfRange", path: "pickupLocation.latitude"),
      BadMessage(
        what: "a deadline that has passed", type: list, body: Bodies.list(), headers: late,
        family: .listOptions, reason: "deadlineExceeded", path: "headers.deadline", isKept: false),
    ]

  static let queries =
    everywhere(.statusQuery, type: query) + [
      BadMessage(
        what: "a wrong type", type: query, body: #"{"riderIdentifier":5}"#, family: .statusQuery,
        reason: "wrongType", path: "riderIdentifier"),
      BadMessage(
        what: "a missing field", type: query, body: "{}", family: .statusQuery,
        reason: "missingField", path: "riderIdentifier"),
      BadMessage(
        what: "an unknown ride", type: query, body: Bodies.status(rider: "r", ride: "none"),
        family: .statusQuery, reason: "unknownRide", path: "rideIdentifier", isKept: false),
      BadMessage(
        what: "a deadline that has passed", type: query, body: Bodies.status(rider: "r"),
        headers: late, family: .statusQuery, reason: "deadlineExceeded", path: "headers.deadline",
        isKept: false),
    ]

  static let reports =
    everywhere(.dispatch, type: "vehicle.update") + [
      BadMessage(
        what: "a missing field", type: "vehicle.update", body: #"{"vehicleIdentifier":"v"}"#,
        family: .dispatch, reason: "missingField", path: "sequence"),
      BadMessage(
        what: "an unknown vehicle that tells too little", type: "vehicle.update",
        body: #"{"vehicleIdentifier":"v","sequence":1}"#, family: .dispatch,
        reason: "missingField", path: "onDuty"),
      BadMessage(
        what: "a report without message_id", type: "ride.update",
        body: Bodies.report("arrived", ride: "none", vehicle: "v"), hasIdentifier: false,
        family: .dispatch, reason: "missingMessageIdentifier", path: "message_id"),
      BadMessage(
        what: "an unknown event", type: "ride.update",
        body: Bodies.report("vanished", ride: "none", vehicle: "v"), family: .dispatch,
        reason: "wrongType", path: "event"),
      BadMessage(
        what: "an unknown ride", type: "ride.update",
        body: Bodies.report("arrived", ride: "none", vehicle: "v"), family: .dispatch,
        reason: "unknownRide", path: "rideIdentifier", isKept: false),
    ]

  private static let booking = "request-ride.handle"
  private static let list = "list-ride-options.handle"
  private static let query = "get-ride-status.handle"
  private static let late = [Header("deadline", .string("2020-01-01T00:00:00Z"))]
}
