import JSON
import Messages
import Rides
import Testing

@Suite("Strictness")
struct StrictnessTests {
  private func decode(
    _ type: MessageType, _ body: String, strict: HeaderValue?
  ) throws(RefusedMessage) -> IncomingMessage {
    let delivery = delivery(Array(body.utf8), as: type) {
      $0.type = type.rawValue
      $0.messageID = "m-1"
      $0.replyTo = type.role == .fleet ? nil : "replies.gateway.1"
      $0.headers = strict.map { [Header("strict", $0)] } ?? []
    }
    return try MessageDecoder.decode(delivery, family: type.family)
  }

  private static let place = #"{"latitude":41.8,"longitude":-87.6}"#

  /// A body with one unknown member, its path, and the error.
  private static let slips: [(MessageType, String, String, String)] = [
    (
      .requestRide,
      #"{"riderIdentifier":"r","pickupLocation":\#(place),"paymentMehtod":{"type":"applePay"}}"#,
      "paymentMehtod",
      "expected a member of request-ride.handle, got 'paymentMehtod'; the nearest is "
        + "'paymentMethod'"
    ),
    (
      .requestRideConfirm,
      #"{"riderIdentifier":"r","pickupLocaton":{},"pickupLocation":\#(place)}"#, "pickupLocaton",
      "expected a member of request-ride.confirm, got 'pickupLocaton'; the nearest is "
        + "'pickupLocation'"
    ),
    (
      .listRideOptions,
      #"""
      {"riderIdentifier":"r","pickupLocation":\#(place),
       "dropOffLocation":{"latitude":1,"longitude":2,"lattitude":null}}
      """#, "dropOffLocation.lattitude",
      "expected a member of place, got 'lattitude'; the nearest is 'latitude'"
    ),
    (
      .cancelRide,
      #"""
      {"riderIdentifier":"r","rideIdentifier":"x",
       "maximumCancellationFee":{"amount":5,"currency":1}}
      """#,
      "maximumCancellationFee.currency", "expected a member of unsignedMoney, got 'currency'"
    ),
    (
      .vehicleUpdate,
      #"{"vehicleIdentifier":"v","sequence":1,"driver":{"name":"n","f\u006fne":"1"}}"#,
      "driver.fone", "expected a member of driver, got 'fone'"
    ),
    (
      .rideDue, #"{"rideIdentifier":"x","\#(String(repeating: "é", count: 9_000))":1}"#,
      String(repeating: "é", count: 100) + "…",
      "expected a member of ride.due, got '\(String(repeating: "é", count: 40))…'"
    ),
  ]

  @Test("A strict resolve accepts a whole booking, since it takes the body of one")
  func resolveOfBooking() throws {
    let body = #"""
      {"riderIdentifier":"r","pickupLocation":\#(Self.place),"waypoints":[],
       "maximumPrice":{"amount":"40.00","currencyCode":"USD"}}
      """#
    for type in [MessageType.requestRide, .requestRideResolve] {
      _ = try decode(type, body, strict: .bool(true))
    }
  }

  @Test(
    "A strict request with an unknown member is refused with the nearest name",
    arguments: slips)
  func slip(_ type: MessageType, _ body: String, _ path: String, _ message: String) {
    for strict in [HeaderValue.bool(true), .string("true")] {
      let refused = #expect(throws: RefusedMessage.self) {
        try decode(type, body, strict: strict)
      }
      #expect(refused?.error == RequestError(.unknownMember, message, path: path))
    }
  }

  @Test(
    "Without strictness an unknown member is ignored",
    arguments: [nil, .void, .bool(false), .string("false")] as [HeaderValue?])
  func lenience(_ strict: HeaderValue?) throws {
    let body = #"{"riderIdentifier":"r","rideIdentifer":"x"}"#
    let message = try decode(.getRideStatus, body, strict: strict)
    #expect(
      message.intent
        == .getRideStatus(GetRideStatusIntent(riderIdentifier: RiderIdentifier("r"))))
  }

  @Test(
    "A wish for strictness that is no boolean is refused before the body is read",
    arguments: [
      (.integer(1), "a value of another type"), (.string("yes"), "'yes'"), (.string(""), "''"),
      (.array([.bool(true)]), "a value of another type"),
    ] as [(HeaderValue, String)])
  func wrongWish(_ strict: HeaderValue, _ found: String) {
    let refused = #expect(throws: RefusedMessage.self) {
      try decode(.getRideStatus, "{", strict: strict)
    }
    #expect(
      refused?.error
        == RequestError(.wrongType, "expected true or false, got \(found)", path: "headers.strict"))
  }

  private static let intents: [(MessageType, Intent)] =
    EndingGoldenTests.full.map { ($0.type, $0.intent) } + [
      (.listRideOptions, .listRideOptions(Samples.list)),
      (.requestRide, .requestRide(Samples.booking)),
      (.requestRideResolve, .resolve(Samples.resolve)),
      (.vehicleUpdate, .vehicleUpdate(Samples.vehicleUpdate)),
      (.rideUpdate, .rideUpdate(Samples.report)),
    ]

  @Test("The written form of each intent is accepted strictly", arguments: intents)
  func canonical(_ type: MessageType, _ intent: Intent) throws {
    let body = String(decoding: IntentCoding.encode(intent), as: UTF8.self)
    #expect(try decode(type, body, strict: .bool(true)).intent == intent)
  }

  @Test("Strictness is checked before the values of known members")
  func order() {
    let refused = #expect(throws: RefusedMessage.self) {
      try decode(.requestRide, #"{"riderIdentifier":7,"partysize":2}"#, strict: .bool(true))
    }
    #expect(refused?.error.reason == .unknownMember)
    let mistyped = #expect(throws: RefusedMessage.self) {
      try decode(.requestRide, #"{"pickupLocation":7}"#, strict: .bool(true))
    }
    #expect(mistyped?.error.reason == .wrongType && mistyped?.error.path == "pickupLocation")
  }

  @Test(
    "The nearest name is at most a third of the letters away",
    arguments: [
      ("paymentMehtod", "paymentMethod"), ("loacle", "locale"), ("tipp", "tip"), ("xyz", nil),
      ("", nil), (String(repeating: "locale", count: 60), nil),
    ] as [(String, String?)])
  func nearest(_ name: String, _ expected: String?) {
    #expect(NearestName.of(name, among: ["paymentMethod", "locale", "tip", "rating"]) == expected)
  }
}
