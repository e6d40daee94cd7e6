import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

/// The order in which clients ask (1.15).
@Suite struct FlowTests {
  let world: World

  init() throws {
    world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
  }

  @Test("F1: Every type of every intent is answered by the fleet", arguments: MessageType.allCases)
  func F1_answered(_ type: MessageType) throws {
    // The fleet's own commands have no address.
    let letter = try ContractExampleTests.letter(type.rawValue)
      .with { if type.role == .fleet { $0.replyTo = nil } }
    let outcome =
      switch type.family {
      case .listOptions: try world.list(letter)[0]
      case .requestRide: try world.book(letter)[0]
      case .statusQuery: try world.ask(letter)[0]
      case .dispatch: try world.dispatch(letter)[0]
      }
    #expect(outcome.deadLetters.isEmpty || outcome.reason == "unknownRide")
    let message = outcome.response?["error"]?["message"]?.string ?? ""
    #expect(!message.contains("not answered"))
    if type.onlyAsks { #expect(outcome.responses.count == 1) }
  }

  @Test("F2: What was listed is booked by its name, and asked about by its ride")
  func F2_listBookAsk() throws {
    let options = try #require(try world.list(.list())[0].response?["rideOptions"]?.array)
    let listed = try #require(options.first)
    #expect(listed["priceRange"]?["minimumPrice"]?.string != nil)
    let name = try #require(listed["name"]?.string)
    let booked = try world.book(.booking(name))[0].response?["rideStatus"]
    let asked = try world.ask(.query(nil))[0].response?["rideStatus"]
    for status in [booked, asked] {
      #expect(status?["rideOption"]?["name"]?.string == name)
      #expect(status?["rideIdentifier"]?.string != nil)
      #expect(status?["rideIdentifier"] == booked?["rideIdentifier"])
      #expect(status?["rideOption"]?["priceRange"] == listed["priceRange"])
    }
  }

  @Test("F3: A ride that was driven ends settled or outstanding, in the currency of its area")
  func F3_money() throws {
    let ride = try world.ride()
    _ = try world.dispatch(try world.drive(ride))
    let status = try world.ask(.query(ride))[0].response?["rideStatus"]
    let payment = status?["completionStatus"]?["payment"]
    #expect(["settled", "outstanding"].contains(payment?["state"]?.string))
    #expect(payment?["currencyCode"]?.string == "USD")
    let price = status?["rideOption"]?["priceRange"]?["maximumPrice"]
    #expect(price?.string != nil && payment?["amount"] == price)
  }

  @Test("F4: A list is answered with nothing before it")
  func F4_listAlone() throws {
    let outcome = try world.list(.list())[0]
    #expect(outcome.code == "success")
    #expect(outcome.response?["rideOptions"]?.array?.isEmpty == false)
  }

  @Test("A list can be resolved and confirmed first, with the codes of these stages")
  func listStages() throws {
    let type = "list-ride-options.resolve"
    let outcomes = try world.list(
      .list().confirming, .list(from: Letter.gary).confirming, .resolve("", type),
      .resolve(Judgement.trip + #","parameters":["dropOffLocation","partySize"]"#, type))
    #expect(outcomes.map(\.code).prefix(1) == ["ready"])
    #expect(outcomes[1].reason == "outsideServiceArea")
    let missing = outcomes[2].response?["resolutions"]
    #expect(missing?["pickupLocation"]?["result"]?.string == "needsValue")
    #expect(missing?["dropOffLocation"]?["result"]?.string == "needsValue")
    #expect(missing?.members?.count == 2)
    let given = outcomes[3].response?["resolutions"]
    #expect(given?["dropOffLocation"]?["result"]?.string == "success")
    #expect(given?.members?.count == 1)
  }

  @Test("F5: A booking alone and one after its confirmation come to the same")
  func F5_aloneOrConfirmed() throws {
    let alone = try world.book(.booking())[0]
    let other = try World()
    _ = try other.dispatch(.onDuty("veh-7"))
    _ = try other.book(.booking().confirming)
    #expect(try other.book(.booking())[0].publications == alone.publications)
    #expect(other.contents == world.contents)
  }

  @Test("F6: Resolved, confirmed and booked, a request has the same result as booked alone")
  func F6_threeStages() throws {
    let alone = try world.book(.booking())[0]
    let other = try World()
    _ = try other.dispatch(.onDuty("veh-7"))
    let resolved = try other.book(.resolve(Judgement.trip + #","rideOptionName":"sedan""#))[0]
    let value = resolved.response?["resolutions"]?["rideOptionName"]?["value"]?.string
    let name = try #require(value)
    #expect(try other.book(.booking(name).confirming)[0].code == "ready")
    #expect(try other.book(.booking(name))[0].publications == alone.publications)
    #expect(other.contents == world.contents)
  }

  @Test("F6: Without the stages before it, a booking is validated all the same")
  func F6_unvalidated() throws {
    for refused in RefusedBooking.all {
      #expect(try World().book(refused.letter())[0].reason == refused.reason)
    }
  }

  @Test(
    "F11: Places are validated here, whoever may have done so before",
    arguments: [
      (Letter.gary, Letter.airport, "outsideServiceArea", "pickupLocation"),
      (Letter.loop, Letter.gary, "outsideServiceArea", "dropOffLocation"),
      (Letter.loop, Letter.loop, "sameAsPickup", "dropOffLocation"),
      (Judgement.vague(1001), Letter.airport, "tooImprecise", "pickupLocation"),
    ])
  func F11_places(_ pickup: String, _ dropOff: String, _ reason: String, _ path: String) throws {
    let outcomes = try [
      world.list(.list(from: pickup, to: dropOff))[0],
      world.book(.booking(from: pickup, to: dropOff))[0],
    ]
    for outcome in outcomes {
      #expect(outcome.reason == reason)
      #expect(outcome.path == path)
      let isOutside = outcome.code == "failureRequiringAppLaunchNoServiceInArea"
      #expect(isOutside == (reason == "outsideServiceArea"))
    }
    #expect(world.contents.rides.isEmpty)
  }

  @Test("F12: What a voice leaves out is asked for, and what it need not say is not")
  func F12_gaps() throws {
    let members = #","dropOffLocation":\#(Letter.airport)"#
    let resolutions = try #require(
      try world.book(.resolve(members))[0].response?["resolutions"]?.members)
    #expect(
      resolutions.mapValues { $0["result"]?.string } == [
        "pickupLocation": "needsValue", "dropOffLocation": "success",
        "rideOptionName": "needsValue", "partySize": "notRequired",
        "scheduledPickupTime": "notRequired", "paymentMethod": "notRequired",
      ])
  }
}
