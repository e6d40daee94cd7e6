import JSON
import Messages
import RideHandlers
import Rides
import Testing

@Suite("What a repeated answer no longer shows") struct RepeatHidingTests {
  let world: World

  init() throws {
    world = try World { catalogue in
      catalogue.serviceAreas[0].policies.app = AppPolicy(
        cancellation: AppActivity(activityType: "org.example.cancel", titles: ["en_US": "Cancel"]),
        actions: [], completion: nil)
    }
    _ = try world.dispatch(
      .vehicle(
        "veh-7", 1,
        #","onDuty":true,"products":["sedan"],"capacity":4,"#
          + #""location":{"latitude":41.88,"longitude":-87.63},"#
          + #""driver":{"name":"Sam R.","phoneNumber":"+13125550100"}"#))
  }

  private func phoneNumber(_ outcome: Outcome) -> JSONValue? {
    outcome.response?["rideStatus"]?["driver"]?["phoneNumber"]
  }

  @Test("During the ride a repeat is the same bytes under the same id")
  func unchanged() throws {
    let first = try world.book(.booking())[0]
    #expect(phoneNumber(first)?.string == "+13125550100")
    let ride = try #require(world.contents.rides.keys.first?.rawValue)
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    #expect(try world.book(.booking())[0].publications == first.publications)
  }

  @Test("After the ride a repeat hides the driver's number and the way to cancel")
  func ended() throws {
    let first = try world.book(.booking())[0]
    let ride = try #require(world.contents.rides.keys.first?.rawValue)
    try world.finish(ride, by: "veh-7")
    let again = try world.book(.booking())[0]
    let status = again.response?["rideStatus"]
    #expect(phoneNumber(again) == nil)
    #expect(status?["userActivityForCancelingInApplication"] == nil)
    #expect(status?["phase"]?.string == "confirmed", "the rest is as it was told")
    #expect(status?["driver"]?["name"]?.string == "Sam R.")
    #expect(again.events == first.events, "events stay as they were")
    #expect(again.note.isRepeat)
    let identifiers = [first, again].compactMap(\.responses.first?.properties.messageID)
    #expect(Set(identifiers).count == 2, "one id stands for one content")
    #expect(try world.book(.booking())[0].publications == again.publications)
  }

  @Test("A repeated cancellation shows no more than its ride does")
  func canceled() throws {
    let ride = try world.ride()
    let first = try world.book(.cancel(ride))[0]
    #expect(try world.book(.cancel(ride))[0].publications == first.publications)
    let booking = try world.book(.booking())[0]
    #expect(phoneNumber(booking) == nil)
  }

  @Test("The number of a driver who gave the ride back is hidden from then on")
  func gaveUp() throws {
    _ = try world.book(.booking())
    let ride = try #require(world.contents.rides.keys.first?.rawValue)
    _ = try world.dispatch(.report("droppedOut", of: ride, by: "veh-7"))
    #expect(phoneNumber(try world.book(.booking())[0]) == nil)
  }

  @Test("A cancellation and the repeat of its booking in one batch")
  func oneBatch() throws {
    let ride = try world.ride()
    let outcomes = try world.book(.booking(), .cancel(ride), .booking())
    #expect(outcomes.map { $0.response?["code"]?.string } == ["success", "success", "success"])
    #expect(phoneNumber(outcomes[2]) == nil)
  }
}
