import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("How riders and drivers call for help") struct HelpCallTests {
  private let world: World

  init() throws { world = try World() }

  private static func sos(_ ride: String, _ more: String = "", rider: String = "rider-42") -> Letter
  {
    Letter(
      #"{"riderIdentifier":"\#(rider)","rideIdentifier":"\#(ride)"\#(more)}"#, type: "sos.handle")
  }

  private static func driverSOS(_ ride: String, by vehicle: String = "veh-7") -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","vehicleIdentifier":"\#(vehicle)","note":"an accident"}"#,
      type: "ride.sos")
  }

  private static func calls(_ outcome: Outcome) -> [Publication] {
    outcome.publications.filter { $0.properties.type == RideSOSEvent.type }
  }

  private func event(_ outcome: Outcome) throws -> JSONValue {
    let calls = Self.calls(outcome)
    #expect(outcome.code == "success" && calls.count == 1)
    return try JSONValue(parsing: try #require(calls.first).body, limits: .stored)
  }

  private func drivenRide() throws -> String {
    _ = try world.dispatch(.onDuty("veh-7"))
    return try world.ride()
  }

  @Test("A17: A rider's call is an event of the highest priority with who, when, where and why")
  func A17_rider() throws {
    let ride = try drivenRide()
    let history = try world.phases(ride)
    let place = #","location":{"latitude":41.9,"longitude":-87.7,"name":"Home"}"#
    let outcome = try world.dispatch(Self.sos(ride, place + #","note":"locked doors""#))[0]
    let event = try event(outcome)
    let message = Self.calls(outcome)[0]
    #expect(message.exchange == "livery.help" && message.routingKey == "ride.sos.\(ride)")
    #expect(message.mandatory, "it is published until a queue has it")
    #expect(message.properties.priority == 9 && message.properties.messageID == "\(ride)/sos/1")
    let data = try #require(event["data"])
    #expect(data["riderIdentifier"]?.string == "rider-42" && data["phase"]?.string == "confirmed")
    #expect(data["vehicle"]?["registrationPlate"]?.string == "AB 1234")
    #expect(data["driver"]?["name"]?.string == "Sam R.")
    let call = try #require(data["call"])
    #expect(call["caller"]?.string == "rider" && call["note"]?.string == "locked doors")
    #expect(call["location"]?["latitude"]?.number == 41.9 && call["location"]?["name"] == nil)
    #expect(call["calledAt"]?.string == world.now.rfc3339)
    #expect(try world.document(ride)?.helpCalls.count == 1)
    #expect(try world.phases(ride) == history, "the ride goes on as it was")
  }

  @Test("A17: A driver's call has the vehicle where it is now")
  func A17_driver() throws {
    let ride = try drivenRide()
    // A place on Earth is a coordinate.
    try world.move("veh-7", to: Coordinate(latitude: 41.9, longitude: -87.7)!)
    let data = try event(world.dispatch(Self.driverSOS(ride))[0])["data"]
    #expect(data?["call"]?["caller"]?.string == "driver")
    #expect(data?["call"]?["vehicleIdentifier"]?.string == "veh-7")
    #expect(data?["vehicle"]?["location"]?["latitude"]?.number == 41.9)
  }

  @Test("A17: Help is refused in no phase: while a vehicle is sought, and after the end")
  func A17_phases() throws {
    let sought = try world.ride(.booking(rider: "rider-43"))
    _ = try event(world.dispatch(Self.sos(sought, rider: "rider-43"))[0])
    let ride = try world.ride(.booking().id("m-2"))
    _ = try world.book(.cancel(ride).id("m-3"))
    #expect(try event(world.dispatch(Self.sos(ride).id("m-4"))[0])["data"]?["vehicle"] == nil)
    _ = try world.dispatch(.onDuty("veh-7"))
    _ = try world.dispatch(.due(sought))
    try world.finish(sought, by: "veh-7")
    let late = Self.sos(sought, #","note":"my bag is in it""#, rider: "rider-43")
    let rider = try event(world.dispatch(late.id("m-6"))[0])
    #expect(rider["data"]?["phase"]?.string == "completed")
    _ = try event(world.dispatch(Self.driverSOS(sought).id("m-7"))[0])
  }

  @Test("A17: A repeated message publishes the same event, the same call within a minute none")
  func A17_repeated() throws {
    let ride = try drivenRide()
    let first = try world.dispatch(Self.sos(ride, #","note":"help""#))[0]
    let again = try world.dispatch(Self.sos(ride, #","note":"help""#))[0]
    #expect(Self.calls(first) == Self.calls(again) && Self.calls(first).count == 1)
    let pressed = try world.dispatch(Self.sos(ride, #","note":"help""#).id("m-2"))[0]
    #expect(pressed.code == "success" && Self.calls(pressed).isEmpty)
    #expect(first.note.notices == [.helpCalled] && pressed.note.notices.isEmpty)
    let other = try world.dispatch(Self.sos(ride, #","note":"he is armed""#).id("m-3"))[0]
    #expect(try event(other)["id"]?.string == "\(ride)/sos/2")
    let place = #","note":"help","location":{"latitude":41.9,"longitude":-87.7}"#
    let placed = try world.dispatch(Self.sos(ride, place).id("m-4"))[0]
    #expect(try event(placed)["id"]?.string == "\(ride)/sos/3", "now the place is known")
    world.wait(60)
    let later = try world.dispatch(Self.sos(ride, #","note":"help""#).id("m-5"))[0]
    #expect(try event(later)["id"]?.string == "\(ride)/sos/4")
  }

  @Test("A17: Ten calls of the rider, and ten of each vehicle, are the most")
  func A17_bound() throws {
    let ride = try drivenRide()
    func call(_ number: Int) throws -> Outcome {
      try world.dispatch(Self.sos(ride, #","note":"call \#(number)""#).id("call-\(number)"))[0]
    }
    for number in 1...10 { _ = try event(call(number)) }
    let more = try call(11)
    #expect(more.reason == "tooManyCalls" && Self.calls(more).isEmpty)
    _ = try event(world.dispatch(Self.driverSOS(ride).id("m-2"))[0])
    let long = try world.dispatch(
      Self.sos(ride, #","note":"\#(String(repeating: "a", count: 513))""#).id("m-3"))[0]
    #expect(long.reason == "outOfRange" && long.path == "note")
  }

  @Test("A17: Who has no part in a ride cannot call for it")
  func A17_foreign() throws {
    let ride = try drivenRide()
    let rider = try world.dispatch(Self.sos(ride, rider: "rider-43"))[0]
    #expect(rider.reason == "unknownRide" && Self.calls(rider).isEmpty)
    let driver = try world.dispatch(Self.driverSOS(ride, by: "veh-8"))[0]
    #expect(driver.reason == "unknownVehicle" && Self.calls(driver).isEmpty)
    #expect(try world.document(ride)?.helpCalls.isEmpty == true)
  }
}
