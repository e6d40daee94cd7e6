import Crypto
import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("How riders share their rides") struct RideSharingTests {
  private let world: World

  init() throws { world = try World() }

  private static func share(_ ride: String, rider: String = "rider-42") -> Letter {
    .query(ride, rider: rider).with { $0.type = "share-ride.handle" }
  }

  private static func follow(_ token: String) -> Letter {
    Letter(#"{"shareToken":"\#(token)"}"#, type: "get-shared-status.handle").id(nil)
  }

  private func token(_ ride: String) throws -> String {
    let outcome = try world.ask(Self.share(ride))[0]
    #expect(outcome.code == "success" && outcome.publications.count == 1)
    return try #require(outcome.response?["shareToken"]?.string)
  }

  private func shown(_ token: String) throws -> JSONValue? {
    try world.ask(Self.follow(token))[0].response?["sharedStatus"]
  }

  /// A ride that is paid by card and driven by a vehicle with a driver who can be called.
  private func drivenRide() throws -> String {
    let letter = Letter.onDuty("veh-7")
    let driver = #"{"name":"Sam Rivera","phoneNumber":"+13125550103","rating":"4.9","#
    let image = #""image":"https://example.org/sam.png"}"#
    _ = try world.dispatch(
      letter.with { $0.body = letter.body.replacing(#"{"name":"Sam R."}"#, with: driver + image) })
    return try world.ride(.paid())
  }

  @Test("A18: Who has the token sees phase, vehicle, first name, position, times and places alone")
  func A18_shown() throws {
    let ride = try drivenRide()
    let token = try token(ride)
    let outcome = try world.ask(Self.follow(token))[0]
    #expect(outcome.code == "success" && outcome.publications.count == 1)
    let shown = try #require(outcome.response?["sharedStatus"])
    #expect(
      Set(try #require(shown.members).keys) == [
        "phase", "updatedAt", "vehicle", "driver", "estimatedPickupDate", "estimatedDropOffDate",
        "pickupLocation", "dropOffLocation",
      ])
    #expect(shown["phase"]?.string == "confirmed")
    #expect(shown["vehicle"]?["registrationPlate"]?.string == "AB 1234")
    let driver = ["name": "Sam", "image": "https://example.org/sam.png"]
    #expect(shown["driver"]?.members == driver.mapValues { .string($0) })
    let text = String(decoding: outcome.responses[0].body, as: UTF8.self)
    for secret in ["rider-42", ride, "Rivera", "3125550103", "USD", "4.9\"", "Sedan", "token"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("A18: The vehicle is shown where it is now, and the estimates are from there")
  func A18_position() throws {
    let ride = try drivenRide()
    let token = try token(ride)
    let before = try #require(try shown(token)?["estimatedPickupDate"]?.string)
    try world.move("veh-7", to: #require(Coordinate(latitude: 41.9, longitude: -87.7)))
    let now = try #require(try shown(token))
    #expect(now["vehicle"]?["location"]?["latitude"]?.number == 41.9)
    #expect(try #require(now["estimatedPickupDate"]?.string) > before)
  }

  @Test("A18: A vehicle that was offered the ride is not shown before its driver has accepted")
  func A18_offered() throws {
    let world = try World { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].requiresAcceptance = true
      }
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(.due(ride))
    let token = try world.ask(Self.share(ride))[0].response?["shareToken"]?.string
    let shown = try world.ask(Self.follow(try #require(token)))[0].response?["sharedStatus"]
    #expect(shown?["phase"]?.string == "received")
    #expect(shown?["vehicle"] == nil && shown?["driver"] == nil)
  }

  @Test("A18: The start code is for the rider alone")
  func A18_startCode() throws {
    let world = try World { catalogue in
      for index in catalogue.serviceAreas[0].products.indices {
        catalogue.serviceAreas[0].products[index].requiresStartCode = true
      }
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    let own = try world.ask(.query(ride))[0].response?["rideStatus"]
    #expect(own?["startCode"]?.string != nil)
    let token = try world.ask(Self.share(ride))[0].response?["shareToken"]?.string
    let shown = try world.ask(Self.follow(try #require(token)))[0].response?["sharedStatus"]
    #expect(shown?["vehicle"] != nil && shown?["startCode"] == nil)
  }

  @Test("A18: A repeated message gets the same token, and neither message changes anything")
  func A18_repeated() throws {
    let ride = try drivenRide()
    let before = world.contents
    let token = try token(ride)
    #expect(try self.token(ride) == token)
    #expect(try shown(token) == shown(token))
    #expect(world.contents == before)
  }

  @Test("A18: It ends with the ride, driven or canceled, for who shares and who follows")
  func A18_ended() throws {
    let driven = try drivenRide()
    let first = try token(driven)
    try world.finish(driven, by: "veh-7")
    let canceled = try world.ride(.booking(rider: "rider-43").id("m-2"))
    let second = try #require(
      try world.ask(Self.share(canceled, rider: "rider-43"))[0].response?["shareToken"]?.string)
    _ = try world.book(
      Letter.cancel(canceled).id("m-3").with {
        $0.body = $0.body.replacing("rider-42", with: "rider-43")
      })
    for outcome in try world.ask(Self.follow(first), Self.follow(second)) {
      #expect(outcome.reason == "shareEnded" && outcome.path == "shareToken")
      #expect(outcome.response?["sharedStatus"] == nil)
    }
    let late = try world.ask(Self.share(driven))[0]
    #expect(late.reason == "shareEnded" && late.path == "rideIdentifier")
  }

  @Test("A18: The ride of another rider is not shared, and answered as one that does not exist")
  func A18_foreign() throws {
    let ride = try drivenRide()
    let foreign = try world.ask(Self.share(ride, rider: "rider-43"))[0]
    #expect(foreign.reason == "unknownRide" && foreign.path == "rideIdentifier")
    let unknown = try World().ask(Self.share(ride, rider: "rider-43"))[0]
    #expect(foreign.publications == unknown.publications)
  }

  @Test("A18: No other text passes as a token: cut, changed, of another key, or a quote's")
  func A18_forged() throws {
    let ride = try drivenRide()
    let token = try token(ride)
    let listed = try world.list(.list())[0].response?["rideOptions"]?.array ?? []
    let quote = try #require(listed.first?["quoteIdentifier"]?.string)
    let other = World.quotes(MessageAuthenticationKey(identifier: "k1", secret: Array(2...33)))
    let forged = try #require(ShareTokens(other).token(of: RideIdentifier(ride)))
    let wrong = [
      String(token.dropLast()), String(token.dropLast(20)), token + "A", "s1.", "", forged,
      quote, "s1." + quote.dropFirst(3), "q3." + token.dropFirst(3), "s2." + token.dropFirst(3),
      ride, "s1.\(ride)",
    ]
    for text in wrong {
      let outcome = try world.ask(Self.follow(text))[0]
      #expect(outcome.reason == "invalidShareToken" && outcome.path == "shareToken", "\(text)")
    }
    for text in [token, "q3." + token.dropFirst(3)] {
      let booked = try world.book(
        .booking(rider: "rider-44", more: #","quoteIdentifier":"\#(text)""#).id(text))[0]
      #expect(booked.reason == "invalidQuote")
    }
  }

  @Test("Without keys no ride is shared")
  func unsealed() throws {
    let ride = try drivenRide()
    var dependencies = world.dependencies
    dependencies.quotes = .none
    let handler = StatusQueryHandler(dependencies: dependencies, store: world.store)
    let outcomes = try world.take([Self.share(ride), Self.follow("s1.k1.AAAA")], by: handler)
    #expect(outcomes.map(\.reason) == ["serviceTemporarilyUnavailable", "invalidShareToken"])
  }
}
