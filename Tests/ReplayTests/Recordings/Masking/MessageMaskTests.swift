import JSON
import Messages
import Rides
import Testing

@testable import Replay

@Suite("Masked messages") struct MessageMaskTests {
  private static let names = MaskedNames(secret: Array("a secret of a test".utf8))

  /// A name as the mask of the tests gives it.
  private static func name(_ text: String) -> String { names.name(text) }

  @Test("The same value has the same mask everywhere, and another one under another key")
  func same() throws {
    var mask = try Masks.mask()
    let one = mask.mask(Masks.message(#"{"riderIdentifier":"ann"}"#))
    let other = mask.mask(
      Masks.message(#"{"x":["ann"],"y":{"z":"ann"}}"#, "get-ride-status.handle"))
    let masked = try #require(one.json?["riderIdentifier"]?.string)
    #expect(masked == Self.name("ann"))
    #expect(other.json?["x"]?[0]?.string == masked && other.json?["y"]?["z"]?.string == masked)
    var second = try Masks.mask("another secret")
    let third = second.mask(Masks.message(#"{"riderIdentifier":"ann"}"#))
    #expect(third.json?["riderIdentifier"]?.string != masked)
  }

  @Test("A ride has the identifier that its masked booking gives it")
  func ride() throws {
    var mask = try Masks.mask()
    let booking = mask.mask(Masks.message(#"{"riderIdentifier":"ann"}"#))
    let ride = RideNames.identifier(rider: "ann", messageID: "m1")
    let masked = RideNames.identifier(
      rider: try #require(booking.json?["riderIdentifier"]?.string),
      messageID: try #require(booking.properties.messageID))
    let later = mask.mask(
      Masks.message(
        #"{"rideIdentifier":"\#(ride)","key":"\#(ride):fare:capture:1"}"#, "payment.result",
        role: .payments))
    #expect(later.json?["rideIdentifier"]?.string == masked)
    #expect(later.json?["key"]?.string == "\(masked):fare:capture:1")
  }

  @Test(
    "A body that is no object of JSON stays as wrong, without its letters and digits",
    arguments: [
      (#"{"riderIdentifier":"Ann 7""#, #"{"xxxxxxxxxxxxxxx":"xxx 0""#), ("", ""), ("Ann", "xxx"),
      (#"["Ann"]"#, #"["xxx"]"#), (#"{"a":"Ann","a":"Bob"}"#, #"{"x":"xxx","x":"xxx"}"#),
      ("{\"a\":\"\u{1}\"}", "{\"x\":\"\u{1}\"}"),
    ])
  func malformed(_ body: String, _ expected: String) throws {
    var mask = try Masks.mask()
    #expect(mask.mask(Masks.message(body)).text == expected)
    #expect((try? JSONFields(parsing: Array(body.utf8))) == nil)
    #expect((try? JSONFields(parsing: Array(expected.utf8))) == nil)
  }

  @Test("A member that the contract does not know is masked, however deep it lies")
  func unknown() throws {
    var mask = try Masks.mask()
    let masked = mask.mask(
      Masks.message(
        #"{"note":"Ann","seat":7,"more":{"list":["Bob",{"age":42.5}],"ok":true,"none":null}}"#))
    #expect(
      masked.text == """
        {"note":"\(Self.name("Ann"))","seat":0,"more":{"list":["\(Self.name("Bob"))",{"age":0}],\
        "ok":true,"none":null}}
        """)
  }

  @Test("A body with a text that cannot be read is masked, and cannot be read still")
  func unreadable() throws {
    let body = #"{"riderIdentifier":"Ann Smith\ud83d","x":["\udc00Bob"]}"#
    var mask = try Masks.mask()
    let masked = mask.mask(Masks.message(body))
    #expect(masked.text == #"{"xxxxxxxxxxxxxxx":"xxx xxxxx\xx00x","x":["\xxx00xxx"]}"#)
    for text in [body, masked.text] {
      #expect(throws: JSONFault.self) { try JSONFields(parsing: Array(text.utf8)) }
    }
  }

  @Test("What decides the outcome stays byte for byte")
  func kept() throws {
    let body = #"""
      { "optionIdentifier":"suv", "partySize": 2.0,"maximumPrice":{"amount":"49.75",
      "currencyCode":"USD"},"locale":"en_US","operation":"capture","outcome":"declined"}
      """#
    var mask = try Masks.mask()
    #expect(mask.mask(Masks.message(body)).text == body)
  }

  @Test("Persons have other names, numbers, plates and addresses")
  func persons() throws {
    var mask = try Masks.mask()
    let masked = mask.mask(
      Masks.message(
        """
        {"driver":{"name":"Hana S.","phoneNumber":"+13125550106","rating":"4.4"},\
        "registrationPlate":"XG 9461","rideOption":{"name":"SUV"},"replyTo":"replies.city.1",\
        "paymentMethod":{"token":"pm_declined","identificationHint":"4242"},\
        "other":{"token":"pm_ann"}}
        """, "vehicle.update", role: .vehicles))
    for text in ["Hana", "5550106", "9461", "pm_ann"] { #expect(!masked.text.contains(text)) }
    #expect(masked.json?["driver"]?["name"]?.string == Self.name("Hana S."))
    #expect(masked.json?["driver"]?["phoneNumber"]?.string == Self.names.digits("+13125550106"))
    #expect(masked.json?["driver"]?["rating"]?.string == "4.4")
    #expect(masked.json?["registrationPlate"]?.string == Self.name("XG 9461"))
    #expect(masked.json?["rideOption"]?["name"]?.string == "SUV")
    #expect(masked.json?["replyTo"]?.string == "replies.city.\(Self.name("1"))")
    #expect(masked.json?["paymentMethod"]?["token"]?.string == "pm_declined")
    #expect(masked.json?["other"]?["token"]?.string == Self.name("pm_ann"))
  }

  @Test("A start code is another one, the same for rider and driver")
  func startCodes() throws {
    var mask = try Masks.mask()
    let shown = mask.mask(Masks.message(#"{"rideStatus":{"startCode":"4821"}}"#))
    let told = mask.mask(
      Masks.message(#"{"event":"started","startCode":"4821"}"#, "ride.update", role: .vehicles))
    let code = Self.names.digits("4821")
    #expect(code != "4821" && StartCode(code) != nil)
    #expect(shown.json?["rideStatus"]?["startCode"]?.string == code)
    #expect(told.json?["startCode"]?.string == code)
  }

  @Test("A quote is signed again for the masked rider, and any other token is masked")
  func quotes() throws {
    var mask = try Masks.mask()
    let trip = #""pickupLocation":{"latitude":41.9,"longitude":-87.8}"#
    let known = mask.mask(
      Masks.message(#"{"riderIdentifier":"ann","quoteIdentifier":"q2.known",\#(trip)}"#))
    #expect(
      known.json?["quoteIdentifier"]?.string
        == "q2.for ann now \(Self.name("ann")) [false, false, true]")
    let unknown = mask.mask(Masks.message(#"{"quoteIdentifier":"q2.of another"}"#))
    #expect(unknown.json?["quoteIdentifier"]?.string == Self.name("q2.of another"))
  }

  @Test("The token of a shared ride is sealed again, and any other is masked")
  func shares() throws {
    var mask = try Masks.mask()
    func masked(_ token: String) -> String? {
      let body = #"{"shareToken":"\#(token)"}"#
      return mask.mask(Masks.message(body, "get-shared-status.handle")).json?["shareToken"]?.string
    }
    #expect(masked("s1.known")?.hasPrefix("s1.") == true)
    #expect(masked("s1.of another") == Self.name("s1.of another"))
  }

  @Test("A position moves, a trip as a whole, and what is no position stays")
  func positions() throws {
    var mask = try Masks.mask()
    let masked = mask.mask(
      Masks.message(
        """
        {"pickupLocation":{"latitude":41.9,"longitude":-87.8,"name":"Home"},\
        "dropOffLocation":{"latitude":41.7,"longitude":-87.7},\
        "location":{"latitude":41.75,"longitude":-87.75},"half":{"latitude":41.9},\
        "wrong":{"latitude":91,"longitude":0}}
        """))
    let ends = ["pickupLocation", "dropOffLocation"].map { Self.position(masked.json?[$0]) }
    let (pickup, dropOff) = (try #require(ends[0]), try #require(ends[1]))
    let was = try [(41.9, -87.8), (41.7, -87.7)].map {
      try #require(Coordinate(latitude: $0.0, longitude: $0.1))
    }
    #expect(abs(GreatCircle.metres(pickup, dropOff) - GreatCircle.metres(was[0], was[1])) < 0.001)
    #expect(40...300 ~= GreatCircle.metres(pickup, was[0]))
    #expect(Self.position(masked.json?["location"])?.latitude != 41.75)
    #expect(masked.json?["pickupLocation"]?["name"]?.string == Self.name("Home"))
    #expect(masked.text.contains(#""half":{"latitude":41.9}"#))
    #expect(masked.text.contains(#""wrong":{"latitude":91,"longitude":0}"#))
  }

  private static func position(_ value: JSONValue?) -> Coordinate? {
    guard let latitude = value?["latitude"]?.number, let longitude = value?["longitude"]?.number
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
