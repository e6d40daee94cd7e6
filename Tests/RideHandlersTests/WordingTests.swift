import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("What riders are told in their language") struct WordingTests {
  let scene: DriverScene
  var world: World { scene.world }

  private static let english = "We do not drive there yet"
  private static let spanish = "Todavía no vamos allí"

  private static func texts(_ english: String, _ spanish: String) -> [String: String] {
    ["en_US": english, "es_US": spanish]
  }

  init() throws {
    scene = try DriverScene { catalogue in
      catalogue.wording = Wording(
        errors: [
          .outsideServiceArea: Self.texts(Self.english, Self.spanish),
          .notCancelable: Self.texts("Too late", "Demasiado tarde"),
          .unknownRide: Self.texts("No such ride", "No hay tal viaje"),
        ],
        causes: [
          .plansChanged: Self.texts("Your plans changed", "Cambio de planes"),
          .riderAbsent: Self.texts("You did not come", "No apareciste"),
        ])
    }
  }

  private func error(_ outcome: Outcome) -> JSONValue? { outcome.response?["error"] }

  @Test("L14: A refusal has the words of the locale of the message, else of the catalogue's")
  func L14_refusal() throws {
    let list = Letter.list().with { $0.body = $0.body.replacing("-87.9073", with: "-80.9073") }
    let outcome = try world.list(list)[0]
    #expect(outcome.reason == "outsideServiceArea")
    #expect(error(outcome)?["prompt"]?.string == Self.english)
    let other = list.with { $0.body = $0.body.dropLast() + #","locale":"es_MX"}"# }
    #expect(error(try world.list(other)[0])?["prompt"]?.string == Self.spanish)
    let booked = try world.book(
      .booking(to: Letter.gary.replacing("-87.34", with: "-80.34"), more: #","locale":"es_US""#))[0]
    #expect(error(booked)?["prompt"]?.string == Self.spanish)
    #expect(error(booked)?["message"]?.string == "no service area contains this place")
  }

  @Test("L14: A refusal without words has no prompt, nor has one of a vehicle's message")
  func L14_without() throws {
    let unknown = try world.book(.booking("Spaceship"))[0]
    #expect(unknown.reason == "unknownOption" && error(unknown)?["prompt"] == nil)
    let report = try world.dispatch(scene.report("arrived", "nowhere"))[0]
    #expect(report.reason == "unknownRide" && error(report)?["prompt"] == nil)
  }

  /// A ride that was booked in Spanish, with its vehicle.
  private func spanishRide() throws -> String {
    _ = try world.dispatch(.onDuty("veh-7"))
    return try world.ride(.booking(more: #","locale":"es_US""#))
  }

  @Test("L14: The status of a canceled ride has the cause in the language of its booking")
  func L14_cause() throws {
    let ride = try spanishRide()
    let canceled = try world.book(.cancel(ride, more: #","cause":"plansChanged""#))[0]
    let completion = canceled.response?["rideStatus"]?["completionStatus"]
    #expect(completion?["causeText"]?.string == "Cambio de planes")
    #expect(decode(canceled.events[0].body)?["data"]?["completionStatus"] == completion)
    let shown = try world.ask(.query(ride))[0].response?["rideStatus"]?["completionStatus"]
    #expect(shown == completion)
  }

  @Test("L14: A missed pickup has its words, too")
  func L14_missed() throws {
    let ride = try scene.ride("Sedan")
    try world.move("veh-7", to: DriverScene.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    world.wait(301)
    let missed = try world.dispatch(scene.report("missedPickup", ride))[0]
    let completion = decode(try #require(missed.events.last).body)?["data"]?["completionStatus"]
    #expect(completion?["causeText"]?.string == "You did not come")
  }

  @Test("L14: A message without a locale is answered in that of its own rider's ride alone")
  func L14_ride() throws {
    let ride = try spanishRide()
    try scene.board(ride)
    let late = try world.book(.cancel(ride))[0]
    #expect(late.reason == "notCancelable")
    #expect(error(late)?["prompt"]?.string == "Demasiado tarde")
    let confirm = try world.book(.cancel(ride).confirm)[0]
    #expect(error(confirm)?["prompt"]?.string == "Demasiado tarde")
    let stranger = try world.book(.cancel(ride, rider: "rider-9"))[0]
    #expect(error(stranger)?["prompt"]?.string == "No such ride")
  }

  @Test("L14: A restricted zone has its own words, also where places are resolved")
  func L14_zone() throws {
    let scene = try DriverScene { catalogue in
      catalogue.wording.errors[.notReachable] = Self.texts("No way", "Imposible")
      catalogue.serviceAreas[0].rules.restrictedZones[0].titles = Self.texts(
        "This is the airfield", "Es el aeródromo")
    }
    let airfield = #"{"latitude":41.978,"longitude":-87.93}"#
    let booked = try scene.world.book(.booking(to: airfield, more: #","locale":"es_US""#))[0]
    #expect(booked.reason == "notReachable")
    #expect(error(booked)?["prompt"]?.string == "Es el aeródromo")
    let resolved = try scene.world.book(
      .resolve(
        #","pickupLocation":\#(Letter.loop),"dropOffLocation":\#(airfield),"locale":"es_US""#
      ).id("m-9"))[0]
    let resolution = resolved.response?["resolutions"]?["dropOffLocation"]
    #expect(resolution?["result"]?.string == "unsupported")
    #expect(resolution?["prompt"]?.string == "Es el aeródromo")
  }
}
