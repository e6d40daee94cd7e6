import JSON
import Messages
import RideStore
import Rides
import Testing

@testable import RideHandlers

/// What a booking is answered (2.6).
@Suite struct BookingAnswerTests {
  let world: World

  init() throws { world = try World() }

  @Test("B1: Schedule, vehicle and payment are steps of a booking that fail each on its own")
  func B1_steps() throws {
    let late = #","scheduledPickupTime":{"start":"2027-01-15T07:00:00Z"}"#
    let method = #","paymentMethod":{"type":"store"}"#
    let world = try World { $0.serviceAreas[0].policies.scheduling = SchedulingPolicy() }
    #expect(try world.book(.booking(more: late).id("m-1"))[0].reason == "inPast")
    #expect(try world.book(.booking(more: method).id("m-2"))[0].reason == "unknownMethod")
    let waiting = try world.book(.booking().id("m-3"))[0]
    #expect(waiting.code == "inProgress")
    #expect(waiting.response?["rideStatus"]?["vehicle"] == nil)
    #expect(world.contents.rides.count == 1)
  }

  @Test("B6: A booking that fails shows its ride, once there is one")
  func B6_failed() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    let outcome = try world.book(.booking("SUV", more: #","partySize":2"#))[0]
    #expect(outcome.code == "failure")
    #expect(outcome.reason == "conflictingMessageIdentifier")
    #expect(outcome.response?["rideStatus"]?["rideIdentifier"]?.string == ride)
    #expect(outcome.response?["rideStatus"]?["phase"]?.string == "confirmed")
    let other = try world.book(.booking(rider: "rider-43", from: Letter.gary))[0]
    #expect(other.code == "failureRequiringAppLaunchNoServiceInArea")
    #expect(other.response?["rideStatus"] == nil, "there is none")
  }

  @Test(
    "B6: The status is in the answer with every code of a booking", arguments: RidePhase.allCases)
  func B6_everyCode(_ phase: RidePhase) throws {
    let delivery = Letter.booking().delivery()
    let message = try MessageDecoder.decode(delivery, family: .requestRide)
    var draft = Decision(
      Triage.Accepted(index: 0, message: message), nil, answer: .booking(.classic))
    _ = try world.ride()
    var status = try #require(try world.contents.rides.values.first?.ride().status)
    status.phase = phase
    draft.statuses = [status]
    var encoder = ResponseEncoder()
    let change = StatusChange(
      of: status, encoded: encoder.rideStatus(status), context: message.context)
    let outcome = draft.outcome(changes: [change], at: noon, &encoder)
    let response = try #require(decode(outcome.response))
    #expect(response["code"]?.string == draft.code.rawValue)
    #expect(response["rideStatus"]?["phase"]?.string == phase.rawValue)
  }

  @Test("B7: Vehicle and driver may be absent until the ride is confirmed, and then are present")
  func B7_vehicle() throws {
    let waiting = try #require(try world.book(.booking())[0].response?["rideStatus"])
    #expect(waiting["phase"]?.string == "received")
    #expect(waiting["vehicle"] == nil && waiting["driver"] == nil)
    // The nearer one is set aside for the ride that waits.
    _ = try world.dispatch(.onDuty("veh-6"), .onDuty("veh-7", latitude: 41.95))
    let driven = try #require(
      try world.book(.booking(rider: "rider-43"))[0].response?["rideStatus"])
    #expect(driven["phase"]?.string == "confirmed")
    #expect(driven["vehicle"]?["vehicleIdentifier"]?.string == "veh-7")
    #expect(driven["driver"]?["name"]?.string == "Sam R.")
  }

  @Test("B8: The places of the status are those of the request, to the last word")
  func B8_places() throws {
    let pickup =
      #"{"latitude":41.87861234567,"longitude":-87.6251,"accuracyMetres":12.5,"#
      + #""name":"By the lions","addressLines":["111 S Michigan Ave"],"locality":"Chicago","#
      + #""administrativeArea":"IL","postalCode":"60603","isoCountryCode":"US","#
      + #""timeZone":"America/Chicago"}"#
    let outcome = try world.book(.booking(from: pickup))[0]
    let status = try #require(outcome.response?["rideStatus"])
    #expect(status["pickupLocation"] == decode(Array(pickup.utf8)))
    #expect(status["dropOffLocation"] == decode(Array(Letter.airport.utf8)))
    #expect(status["waypoints"] == nil)
  }

  @Test("B9: Neither a request nor its answer needs a user activity")
  func B9_noActivity() throws {
    let world = try World { $0.serviceAreas[0].policies.app = AppPolicy() }
    let outcome = try world.book(.booking())[0]
    #expect(outcome.code == "inProgress")
    #expect(outcome.response?.members?.keys.sorted() == ["code", "rideStatus"])
    let status = outcome.response?["rideStatus"]
    #expect(status?["userActivityForCancelingInApplication"] == nil)
    #expect(status?["additionalActionActivities"] == nil)
  }

  @Test("B10: The answer is made of the request and of the service's results, of nothing else")
  func B10_nothingInvented() throws {
    let quoted = try #require(
      try world.book(.booking().confirming)[0].response?["rideStatus"]?.members)
    let booked = try #require(try world.book(.booking())[0].response?["rideStatus"]?.members)
    // What no report of a driver and no payment has set yet is left out.
    #expect(
      booked.keys.sorted() == [
        "additionalActionActivities", "dropOffLocation", "estimatedDropOffDate",
        "estimatedPickupDate", "phase", "pickupLocation", "rideIdentifier", "rideOption",
        "riderIdentifier", "sequence",
        "updatedAt",
      ])
    #expect(booked["riderIdentifier"]?.string == "rider-42")
    #expect(booked["updatedAt"]?.string == noon.rfc3339)
    let differing = booked.keys.filter { booked[$0] != quoted[$0] }.sorted()
    #expect(differing == ["phase", "sequence"])
  }
}
