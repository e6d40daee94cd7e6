import JSON
import Messages
import RideHandlers
import Rides
import Testing

/// One parameter of a request, and what it comes to.
struct Judgement: Sendable, CustomTestStringConvertible {
  let name: String
  /// JSON, each member with a comma before it.
  let members: String
  let parameter: String
  let result: String
  /// The reason, or what the value or the values are.
  let told: String?

  var testDescription: String { name }

  init(
    _ name: String, _ members: String, _ parameter: RequestParameter, _ result: String,
    _ told: String? = nil
  ) {
    self.name = name
    self.members = members
    self.parameter = parameter.rawValue
    self.result = result
    self.told = told
  }

  static let loop = #","pickupLocation":\#(Letter.loop)"#
  static let trip = loop + #","dropOffLocation":\#(Letter.airport)"#

  static func vague(_ metres: Int) -> String {
    #"{"latitude":41.8786,"longitude":-87.6251,"accuracyMetres":\#(metres)}"#
  }

  static let places = [
    Judgement("pickup missing", "", .pickupLocation, "needsValue"),
    Judgement("pickup valid", loop, .pickupLocation, "success", "America/Chicago"),
    Judgement(
      "pickup invalid", #","pickupLocation":\#(Letter.gary)"#, .pickupLocation, "unsupported",
      "outsideServiceArea"),
    Judgement(
      "pickup ambiguous", #","pickupLocation":\#(vague(400))"#, .pickupLocation,
      "confirmationRequired", "America/Chicago"),
    Judgement(
      "pickup too ambiguous", #","pickupLocation":\#(vague(1001))"#, .pickupLocation,
      "unsupported", "tooImprecise"),
    Judgement("drop-off missing", loop, .dropOffLocation, "notRequired"),
    Judgement(
      "drop-off missing for a fixed price", loop + #","rideOptionName":"Sedan""#,
      .dropOffLocation, "needsValue"),
    Judgement(
      "drop-off missing for a meter", loop + #","rideOptionName":"Taxi""#, .dropOffLocation,
      "notRequired"),
    Judgement("drop-off valid", trip, .dropOffLocation, "success", "America/Chicago"),
    Judgement(
      "drop-off invalid", loop + #","dropOffLocation":\#(Letter.gary)"#, .dropOffLocation,
      "unsupported", "outsideServiceArea"),
    Judgement(
      "drop-off invalid without a pickup", #","dropOffLocation":\#(Letter.gary)"#,
      .dropOffLocation, "unsupported", "outsideServiceArea"),
    Judgement(
      "drop-off at the pickup", loop + #","dropOffLocation":\#(Letter.loop)"#, .dropOffLocation,
      "unsupported", "sameAsPickup"),
    Judgement(
      "drop-off ambiguous",
      #","pickupLocation":\#(Letter.airport),"dropOffLocation":\#(vague(400))"#,
      .dropOffLocation, "confirmationRequired", "America/Chicago"),
  ]

  static let options = [
    Judgement("option missing", trip, .rideOptionName, "needsValue"),
    Judgement(
      "option valid, in another locale", trip + #","rideOptionName":"  sedán""#, .rideOptionName,
      "success", "Sedan"),
    Judgement(
      "option valid, before there is a place", #","rideOptionName":"suv","locale":"es_US""#,
      .rideOptionName, "success", "Camioneta"),
    Judgement(
      "option by a synonym", trip + #","rideOptionName":"big car""#, .rideOptionName, "success",
      "SUV"),
    Judgement(
      "option by its identifier", trip + #","optionIdentifier":"taxi""#, .rideOptionName,
      "success", "Taxi"),
    Judgement(
      "option invalid", trip + #","rideOptionName":"Rickshaw""#, .rideOptionName, "unsupported",
      "unknownOption"),
    Judgement(
      "option of an unknown identifier", trip + #","optionIdentifier":"rickshaw""#,
      .rideOptionName, "unsupported", "unknownOption"),
    Judgement(
      "option nearly named", trip + #","rideOptionName":"Sedna""#, .rideOptionName,
      "confirmationRequired", "Sedan"),
    Judgement(
      "option ambiguous", trip + #","rideOptionName":"car""#, .rideOptionName, "disambiguation",
      "Compact, SUV"),
    Judgement(
      "option sold in another area", trip + #","rideOptionName":"Tram""#, .rideOptionName,
      "unsupported", "notAvailableHere"),
    Judgement(
      "option with a foreign quote", trip + #","quoteIdentifier":"q1.AAAA""#, .rideOptionName,
      "unsupported", "invalidQuote"),
  ]

  static let parties = [
    Judgement(
      "party missing for tiers", trip + #","rideOptionName":"SUV""#, .partySize, "needsValue"),
    Judgement(
      "party missing for one price", trip + #","rideOptionName":"Sedan""#, .partySize,
      "notRequired"),
    Judgement("party missing without an option", trip, .partySize, "notRequired"),
    Judgement(
      "party of cargo", trip + #","rideOptionName":"Parcel","partySize":99"#, .partySize,
      "notRequired"),
    Judgement(
      "party valid", trip + #","rideOptionName":"SUV","partySize":3"#, .partySize, "success", "3"),
    Judgement(
      "party invalid", trip + #","rideOptionName":"SUV","partySize":0"#, .partySize,
      "unsupported", "belowOne"),
    Judgement(
      "party above the vehicle", trip + #","rideOptionName":"SUV","partySize":7"#, .partySize,
      "unsupported", "aboveCapacity"),
    Judgement(
      "party above every vehicle", trip + #","partySize":10000"#, .partySize, "unsupported",
      "aboveCapacity"),
    Judgement(
      "party of an ambiguous option", trip + #","rideOptionName":"car","partySize":2"#,
      .partySize, "success", "2"),
  ]

  static let payments = [
    Judgement("payment missing", trip, .paymentMethod, "notRequired"),
    Judgement(
      "payment valid", trip + #","paymentMethod":{"type":"applePay"}"#, .paymentMethod, "success",
      "Apple Pay"),
    Judgement(
      "payment of the rider's own", trip + #","paymentMethod":{"type":"credit","token":"pm"}"#,
      .paymentMethod, "success", "Credit card"),
    Judgement(
      "payment invalid", trip + #","paymentMethod":{"type":"store"}"#, .paymentMethod,
      "unsupported", "unknownMethod"),
    Judgement(
      "payment over",
      trip
        + #","paymentMethod":{"type":"applePay","expirationDate":"2027-01-15T08:00:00Z"}"#,
      .paymentMethod, "unsupported", "expired"),
    Judgement(
      "payment ambiguous", trip + #","paymentMethod":{"type":"credit"}"#, .paymentMethod,
      "disambiguation", "Credit card, Company card"),
  ]
}

@Suite struct ResolveTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      catalogue.serviceAreas[0].paymentMethods.append(
        PaymentMethod(kind: .credit, name: "Company card"))
      var products = catalogue.serviceAreas[0].products
      var parcel = products[1]
      parcel.key = ProductKey("parcel")
      parcel.names = ["en_US": "Parcel", "es_US": "Paquete"]
      parcel.isPartySizeRelevant = false
      products[2].synonyms = ["en_US": ["big car"]]
      products[0].synonyms = ["en_US": ["small car"]]
      products.append(parcel)
      catalogue.serviceAreas[0].products = products
      catalogue.serviceAreas.append(Elsewhere.area(like: catalogue.serviceAreas[0]))
    }
  }

  @Test("V1: Each place has one result", arguments: Judgement.places)
  func V1_places(_ judgement: Judgement) throws { try check(judgement) }

  @Test("V1: The option has one result", arguments: Judgement.options)
  func V1_options(_ judgement: Judgement) throws { try check(judgement) }

  @Test("V1: The party has one result", arguments: Judgement.parties)
  func V1_parties(_ judgement: Judgement) throws { try check(judgement) }

  @Test("V1: The payment has one result", arguments: Judgement.payments)
  func V1_payments(_ judgement: Judgement) throws { try check(judgement) }

  @Test("V1: A party is never one of several", arguments: [-1, 0, 1, 6, 99])
  func V1_party(_ size: Int) throws {
    let allowed = ["needsValue", "notRequired", "unsupported", "success", "confirmationRequired"]
    for option in ["SUV", "car", "Parcel", "Sedna", ""] {
      let members = Judgement.trip + #","rideOptionName":"\#(option)","partySize":\#(size)"#
      let outcome = try world.book(.resolve(members))[0]
      let result = outcome.response?["resolutions"]?["partySize"]?["result"]?.string
      #expect(allowed.contains(try #require(result)))
    }
  }

  @Test("V1: The whole is judged when nothing is singled out, each parameter once")
  func V1_all() throws {
    let members = Judgement.trip + #","rideOptionName":"Sedan""#
    let whole = try world.book(.resolve(members))[0].response?["resolutions"]
    let names = RequestParameter.allCases.map(\.rawValue)
    #expect(whole?.members?.keys.sorted() == names.sorted())
    for name in names {
      let more = #","parameters":["\#(name)","\#(name)"]"#
      let single = try world.book(.resolve(members + more))[0].response?["resolutions"]
      #expect(single?.members?.count == 1)
      #expect(single?[name] == whole?[name])
    }
  }

  @Test("V2: What means nothing for a ride is not required, and is left out of it")
  func V2_cargo() throws {
    let trip = Judgement.trip + #","rideOptionName":"Parcel","partySize":3"#
    let resolutions = try world.book(.resolve(trip))[0].response?["resolutions"]
    for parameter in ["partySize", "scheduledPickupTime", "paymentMethod"] {
      #expect(resolutions?[parameter]?["result"]?.string == "notRequired")
    }
    let booked = try world.book(.booking("Parcel", more: #","partySize":3"#))[0]
    #expect(booked.code == "inProgress")
  }

  @Test("V3: A payment method has a step of its own, and is checked again where it counts")
  func V3_payment() throws {
    let method = #","paymentMethod":{"type":"store"}"#
    let outcomes = try world.book(
      .resolve(Judgement.trip + method), .booking(more: method).confirming,
      .booking(more: method))
    let resolution = outcomes[0].response?["resolutions"]?["paymentMethod"]
    #expect(resolution?["reason"]?.string == "unknownMethod")
    #expect(outcomes.dropFirst().map(\.reason) == ["unknownMethod", "unknownMethod"])
    #expect(world.contents.rides.isEmpty)
  }

  @Test("V3: Where a ride has to be paid by a method, one is asked for")
  func V3_required() throws {
    let world = try World { $0.serviceAreas[0].policies.payment.isMethodRequired = true }
    let outcomes = try world.book(
      .resolve(Judgement.trip), .booking(),
      .booking(more: #","paymentMethod":{"type":"applePay"}"#).id("m-2"))
    let resolution = outcomes[0].response?["resolutions"]?["paymentMethod"]
    #expect(resolution?["result"]?.string == "needsValue")
    #expect(outcomes.dropFirst().map(\.reason) == ["paymentMethodRequired", nil])
  }

  private func check(_ judgement: Judgement) throws {
    let more = #","parameters":["\#(judgement.parameter)"]"#
    let outcome = try world.book(.resolve(judgement.members + more))[0]
    #expect(outcome.code == "success")
    let resolutions = outcome.response?["resolutions"]
    #expect(resolutions?.members?.count == 1, "only what was asked about is answered")
    let resolution = resolutions?[judgement.parameter]
    #expect(resolution?["result"]?.string == judgement.result)
    #expect(resolution?.told == judgement.told)
    #expect((resolution?["message"] != nil) == (judgement.result == "unsupported"))
    #expect(outcome.publications.count == 1)
  }
}

extension JSONValue {
  /// What a resolution tells beside its result: a reason, or what its values are called.
  fileprivate var told: String? {
    if let reason = self["reason"]?.string { return reason }
    if let values = self["values"]?.array { return values.map(\.word).joined(separator: ", ") }
    return self["value"]?.word
  }

  private var word: String {
    string ?? integer.map { "\($0)" } ?? self["timeZone"]?.string ?? self["name"]?.string ?? "?"
  }
}
