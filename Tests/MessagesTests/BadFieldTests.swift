import JSON
import Messages
import Testing

@Suite("Fields that break the contract")
struct BadFieldTests {
  /// A change to a good body, and the fault that it makes.
  struct BadField: Sendable, CustomTestStringConvertible {
    let path: String
    let value: String
    let kind: JSONFault.Kind
    /// Where the fault is reported; the place of the change unless given.
    let at: String

    init(_ path: String, _ value: String, _ kind: JSONFault.Kind, at: String? = nil) {
      self.path = path
      self.value = value
      self.kind = kind
      self.at = at ?? path
    }

    var testDescription: String { "\(path) = \(value.prefix(40))" }
  }

  @Test(
    "A booking with a bad field is refused with its path",
    arguments: [
      BadField("riderIdentifier", "null", .missing),
      BadField("riderIdentifier", "7", .wrongType),
      BadField("riderIdentifier", #""""#, .outOfRange),
      BadField("riderIdentifier", #""a\u0007""#, .outOfRange),
      BadField("riderIdentifier", #""a\u0000b""#, .outOfRange),
      BadField("riderIdentifier", text(of: 129), .outOfRange),
      BadField("locale", #""english""#, .wrongType),
      BadField("locale", #""en_US!""#, .wrongType),
      BadField("locale", #""""#, .wrongType),
      BadField("locale", "[]", .wrongType),
      BadField("locale", #""en\u0000""#, .wrongType),
      BadField("rideOptionName", text(of: 129), .outOfRange),
      BadField("rideOptionName", #""SUV\u0000""#, .outOfRange),
      BadField("optionIdentifier", #""\u0000suv""#, .outOfRange),
      BadField("optionIdentifier", "true", .wrongType),
      BadField("quoteIdentifier", text(of: 2049), .outOfRange),
      BadField("quoteIdentifier", #""q1\n""#, .outOfRange),
      BadField("partySize", #""3""#, .wrongType),
      BadField("partySize", "2.5", .wrongType),
      BadField("partySize", "1e300", .outOfRange),
      BadField("pickupLocation", "null", .missing),
      BadField("pickupLocation", "[]", .wrongType),
      BadField("pickupLocation.latitude", "null", .missing),
      BadField("pickupLocation.latitude", #""41.8""#, .wrongType),
      BadField("pickupLocation.latitude", "90.1", .outOfRange),
      BadField("pickupLocation.longitude", "-180.5", .outOfRange),
      BadField("pickupLocation.accuracyMetres", "-1", .outOfRange),
      BadField("pickupLocation.accuracyMetres", "\"5\"", .wrongType),
      BadField("pickupLocation.name", text(of: 257), .outOfRange),
      BadField("pickupLocation.name", #""a\nb\u0000""#, .outOfRange),
      BadField("pickupLocation.timeZone", #""\u0085""#, .outOfRange),
      BadField("dropOffLocation.addressLines", #"["a", "\u0000"]"#, .outOfRange, at: "[1]"),
      BadField("dropOffLocation.addressLines", "\"a\"", .wrongType),
      BadField("dropOffLocation.addressLines", "[\"a\", 1]", .wrongType, at: "[1]"),
      BadField("dropOffLocation.addressLines", lines(17), .outOfRange),
      BadField("dropOffLocation.postalCode", "60666", .wrongType),
      BadField("paymentMethod", "\"credit\"", .wrongType),
      BadField("paymentMethod.type", "null", .missing),
      BadField("paymentMethod.type", "\"gold\"", .wrongType),
      BadField("paymentMethod.name", text(of: 129), .outOfRange),
      BadField("paymentMethod.token", #""\u001f""#, .outOfRange),
      BadField("paymentMethod.identificationHint", #""4\u0000""#, .outOfRange),
      BadField("scheduledPickupTime.start", "null", .missing),
      BadField("scheduledPickupTime.start", "1795237500", .wrongType),
      BadField("scheduledPickupTime.end", "\"2026-11-22\"", .wrongType),
      BadField("scheduledPickupTime.start", "\"2026-11-22T07:00:00 America/Chicago\"", .wrongType),
      BadField("scheduledPickupTime.start", "\"2026-02-30T07:00:00\"", .wrongType),
    ])
  func bookings(bad: BadField) throws {
    try check(bad, in: .requestRide(Samples.booking), as: .requestRide)
  }

  @Test(
    "A vehicle's update with a bad field is refused with its path",
    arguments: [
      BadField("vehicleIdentifier", "null", .missing),
      BadField("sequence", "null", .missing),
      BadField("sequence", "-1", .outOfRange),
      BadField("sequence", "9223372036854775808", .outOfRange),
      BadField("onDuty", "1", .wrongType),
      BadField("products", "[]", .outOfRange),
      BadField("products", lines(17), .outOfRange),
      BadField("products", "[\"suv\", \"\"]", .outOfRange, at: "[1]"),
      BadField("products", #"["suv", "a\u0000"]"#, .outOfRange, at: "[1]"),
      BadField("vehicleIdentifier", #""\u0000""#, .outOfRange),
      BadField("registrationPlate", #""AB\u00001""#, .outOfRange),
      BadField("manufacturer", #""\u009f""#, .outOfRange),
      BadField("model", #""a\tb""#, .outOfRange),
      BadField("driver.name", #""\u0000""#, .outOfRange),
      BadField("driver.rating", #""4.9\u0000""#, .outOfRange),
      BadField("driver.phoneNumber", #""+1\u007f""#, .outOfRange),
      BadField("driver.name", #""\u202eR maS""#, .outOfRange),
      BadField("driver.name", #""Sam\u2028R.""#, .outOfRange),
      BadField("driver.rating", #""\u20664.9\u2069""#, .outOfRange),
      BadField("driver.phoneNumber", #""\u202e00105552131+""#, .outOfRange),
      BadField("driver.phoneNumber", #""ask me""#, .wrongType),
      BadField("registrationPlate", #""AB\u202e4321""#, .outOfRange),
      BadField("manufacturer", #""\u200fToyota""#, .outOfRange),
      BadField("model", #""\u061cSienna""#, .outOfRange),
      BadField("capacity", "0", .outOfRange),
      BadField("capacity", "65", .outOfRange),
      BadField("location.longitude", "null", .missing),
      BadField("location.course", "360", .outOfRange),
      BadField("model", "7", .wrongType),
      BadField("driver.name", "null", .missing),
      BadField("driver.rating", "4.9", .wrongType),
      BadField("driver.phoneNumber", text(of: 129), .outOfRange),
      BadField("driver.image", #""sam.png""#, .wrongType),
      BadField("mapAnnotationImage", #""https://example.org/a van.png""#, .wrongType),
      BadField("mapAnnotationImage", #""https://example.org/a \u0301van.png""#, .wrongType),
      BadField("mapAnnotationImage", text(of: 1025), .outOfRange),
      BadField("location.timestamp", #""today""#, .wrongType),
    ])
  func vehicles(bad: BadField) throws {
    try check(bad, in: .vehicleUpdate(Samples.vehicleUpdate), as: .vehicleUpdate)
  }

  @Test(
    "A ride's update with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "null", .missing),
      BadField("vehicleIdentifier", "{}", .wrongType),
      BadField("event", "\"exploded\"", .wrongType),
      BadField("occurredAt", "null", .missing),
      BadField("occurredAt", "\"2026-13-01T00:00:00Z\"", .wrongType),
    ])
  func rides(bad: BadField) throws {
    try check(bad, in: .rideUpdate(Samples.report), as: .rideUpdate)
  }

  @Test(
    "A cancellation with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "null", .missing),
      BadField("riderIdentifier", "null", .missing),
      BadField("reason", text(of: 257), .outOfRange),
      BadField("reason", #""a\u0000""#, .outOfRange),
      BadField("maximumCancellationFee", "\"5.00\"", .wrongType),
      BadField("maximumCancellationFee.amount", "5", .wrongType),
      BadField("maximumCancellationFee.amount", "\"-0.01\"", .outOfRange),
      BadField("maximumCancellationFee.currencyCode", "null", .missing),
    ])
  func cancellations(bad: BadField) throws {
    try check(bad, in: .cancelRide(EndingGoldenTests.cancellation), as: .cancelRide)
  }

  @Test(
    "A7, A8: Feedback with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "7", .wrongType),
      BadField("rating", "-1", .outOfRange),
      BadField("rating", "11", .outOfRange),
      BadField("rating", "9.5", .wrongType),
      BadField("rating", "\"9\"", .wrongType),
      BadField("tip", "6", .wrongType),
      BadField("tip.amount", "\"0\"", .outOfRange),
      BadField("tip.amount", "\"-6\"", .outOfRange),
      BadField("tip.amount", "6", .wrongType),
      BadField("tip.currencyCode", "null", .missing),
      BadField("comment", #""\u0000""#, .outOfRange),
    ])
  func A7_A8_feedback(bad: BadField) throws {
    try check(bad, in: .sendRideFeedback(EndingGoldenTests.feedback), as: .sendRideFeedback)
  }

  @Test("A7: Feedback needs a rating or a tip")
  func A7_neither() throws {
    let body = #"{"riderIdentifier": "r", "rideIdentifier": "x", "comment": "nice"}"#
    let fault = #expect(throws: JSONFault.self) {
      try IntentCoding.decode(.sendRideFeedback, from: Array(body.utf8))
    }
    #expect(fault?.kind == .missing && fault?.path == "rating")
  }

  @Test(
    "A refund with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "null", .missing),
      BadField("amount", "null", .missing),
      BadField("amount.amount", "\"0.00\"", .outOfRange),
      BadField("reason", "null", .missing),
    ])
  func refunds(bad: BadField) throws {
    try check(bad, in: .rideRefund(EndingGoldenTests.refund), as: .rideRefund)
  }

  @Test(
    "A payment's result with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "null", .missing),
      BadField("key", "null", .missing),
      BadField("key", #""a\nb""#, .outOfRange),
      BadField("outcome", "null", .missing),
      BadField("outcome", "\"perhaps\"", .wrongType),
      BadField("reference", "7", .wrongType),
    ])
  func results(bad: BadField) throws {
    try check(bad, in: .paymentResult(EndingGoldenTests.result), as: .paymentResult)
  }

  @Test(
    "A command to send an update with a bad field is refused with its path",
    arguments: [
      BadField("rideIdentifier", "null", .missing),
      BadField("replyTo", "null", .missing),
      BadField("replyTo", text(of: 256), .outOfRange),
    ])
  func updatesDue(bad: BadField) throws {
    try check(bad, in: .updatesDue(EndingGoldenTests.updatesDue), as: .updatesDue)
  }

  @Test("An unknown word is answered with the words that there are")
  func words() throws {
    let body =
      #"{"riderIdentifier": "r", "pickupLocation": {"latitude": 1, "longitude": 1}, "#
      + #""paymentMethod": {"type": "gold"}}"#
    let fault = #expect(throws: JSONFault.self) {
      try IntentCoding.decode(.requestRide, from: Array(body.utf8))
    }
    #expect(
      fault?.message == "expected one of unknown, checking, savings, brokerage, debit, credit, "
        + "prepaid, store, applePay, got 'gold'")
  }

  private func check(_ bad: BadField, in intent: Intent, as type: MessageType) throws {
    let body = try JSONValue(parsing: IntentCoding.encode(intent))
    let value = try JSONValue(parsing: Array(bad.value.utf8))
    let changed = body.replacing(bad.path.split(separator: ".")[...], with: value)
    let fault = #expect(throws: JSONFault.self) {
      try IntentCoding.decode(type, from: changed.text)
    }
    #expect(fault?.kind == bad.kind)
    #expect(fault?.path == (bad.at.hasPrefix("[") ? bad.path + bad.at : bad.at))
  }

  private static func text(of length: Int) -> String {
    "\"" + String(repeating: "x", count: length) + "\""
  }

  private static func lines(_ count: Int) -> String {
    "[" + Array(repeating: "\"x\"", count: count).joined(separator: ",") + "]"
  }
}

extension JSONValue {
  /// The same object with another value at a path.
  fileprivate func replacing(_ path: ArraySlice<Substring>, with value: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    let rest = path.dropFirst()
    var members = members ?? [:]
    members[String(name)] = (self[String(name)] ?? .object([:])).replacing(rest, with: value)
    return .object(members)
  }
}
