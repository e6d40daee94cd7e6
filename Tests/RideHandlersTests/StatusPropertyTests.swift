import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("The properties of a ride status") struct StatusPropertyTests {
  private static let titles = ["en_US": "Do it", "es_US": "Hazlo"]

  private static let telling =
    #","location":{"latitude":41.9,"longitude":-87.7,"course":10,"#
    + #""timestamp":"2027-01-15T08:04:30Z"},"mapAnnotationImage":"https://example.org/van.png","#
    + #""driver":{"name":"Sam R.","rating":"4.9","phoneNumber":"+13125550100","#
    + #""image":"https://example.org/sam.png"}"#

  private func status(
    _ world: World, _ ride: String, at now: Instant = noon
  ) throws -> JSONValue? {
    try world.ask(.query(ride), at: now)[0].response?["rideStatus"]
  }

  @Test("A rider sees when the vehicle was where it is, its image and the driver's")
  func seen() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(
      .vehicle("veh-7", 2, Self.telling), at: noon.advanced(bySeconds: 300))
    let vehicle = try status(world, ride)?["vehicle"]
    #expect(vehicle?["location"]?["timestamp"]?.string == "2027-01-15T08:04:30Z")
    #expect(vehicle?["mapAnnotationImage"]?.string == "https://example.org/van.png")
    // Without a time it is the time of the report, and never one to come.
    for (sequence, timestamp) in [(3, ""), (4, #","timestamp":"2027-01-15T09:00:00Z""#)] {
      _ = try world.dispatch(
        .vehicle(
          "veh-7", sequence, #","location":{"latitude":41.9,"longitude":-87.7\#(timestamp)}"#),
        at: noon.advanced(bySeconds: 300 + sequence))
      let location = try status(world, ride)?["vehicle"]?["location"]
      #expect(location?["timestamp"]?.string == "2027-01-15T08:05:0\(sequence)Z")
    }
  }

  @Test("The driver's image is shown, and the phone number until the ride has ended")
  func phoneNumber() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"), .vehicle("veh-7", 2, Self.telling))
    let ride = try world.ride()
    let before = try status(world, ride)?["driver"]
    #expect(before?["phoneNumber"]?.string == "+13125550100")
    #expect(before?["image"]?.string == "https://example.org/sam.png")
    try world.finish(ride, by: "veh-7")
    let after = try status(world, ride)?["driver"]
    #expect(after?["name"]?.string == "Sam R.")
    #expect(after?["phoneNumber"] == nil)
    // What is kept of the end, and published in its event.
    let ended = try #require(try world.store.history(of: RideIdentifier(ride)).last)
    #expect(ended.phase == .completed)
    #expect(decode(ended.status)?["driver"]?["phoneNumber"] == nil)
  }

  @Test(
    "What the operator's app can do is offered in the rider's words")
  func activities() throws {
    let world = try World { catalogue in
      catalogue.serviceAreas[0].policies.app = AppPolicy(
        cancellation: AppActivity(activityType: "org.example.cancel", titles: Self.titles),
        actions: [AppActivity(activityType: "org.example.share", titles: Self.titles)])
    }
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.booking(more: #","locale":"es_US""#))
    let before = try status(world, ride)
    let canceling = before?["userActivityForCancelingInApplication"]
    #expect(canceling?["activityType"]?.string == "org.example.cancel")
    #expect(canceling?["title"]?.string == "Hazlo")
    #expect(canceling?["userInfo"]?["rideIdentifier"]?.string == ride)
    let actions = before?["additionalActionActivities"]?.array ?? []
    #expect(actions.map { $0["activityType"]?.string } == ["org.example.share"])
    try world.finish(ride, by: "veh-7")
    let after = try status(world, ride)
    #expect(after?["userActivityForCancelingInApplication"] == nil)
    #expect(after?["additionalActionActivities"]?.array?.count == 1)
  }

  @Test("F2: What is listed is what is booked and what is shown: one name, one identifier")
  func F2_sameOption() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7", "suv", capacity: 6))
    let listed = try #require(
      try world.list(.list())[0].response?["rideOptions"]?.array?.first {
        $0["optionIdentifier"]?.string == "suv"
      })
    let name = try #require(listed["name"]?.string)
    let booked = try world.book(.booking(name, more: #","partySize":3"#))[0].response?["rideStatus"]
    let ride = try #require(booked?["rideIdentifier"]?.string)
    for shown in [booked, try status(world, ride)] {
      #expect(shown?["rideOption"]?["name"]?.string == name)
      #expect(shown?["rideOption"]?["optionIdentifier"]?.string == "suv")
    }
  }
}
