import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite struct VehicleReportTests {
  let world: World

  init() throws { world = try World() }

  @Test(
    "The first report of a vehicle has to be complete",
    arguments: [
      ("onDuty", ""), ("products", #","onDuty":true"#),
      ("capacity", #","onDuty":true,"products":["sedan"]"#),
      ("location", #","onDuty":true,"products":["sedan"],"capacity":4"#),
    ])
  func incomplete(_ missing: String, _ members: String) throws {
    let outcome = try world.dispatch(.vehicle("veh-7", 1, members))[0]
    #expect(outcome.publications.count == 1)
    #expect(outcome.deadLetterHeader("x-livery-reason") == "missing-field")
    #expect(outcome.deadLetterHeader("x-livery-path") == missing)
    #expect(outcome.note.isDeadLetter)
    #expect(try world.vehicle("veh-7") == nil)
  }

  @Test("A report that leaves something out keeps what was known")
  func partial() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let before = try #require(try world.vehicle("veh-7"))
    _ = try world.dispatch(
      .vehicle("veh-7", 5, #","location":{"latitude":41.9,"longitude":-87.7}"#),
      at: noon.advanced(bySeconds: 110))
    var expected = before
    expected.sequence = 5
    expected.location = Coordinate(latitude: 41.9, longitude: -87.7)
    expected.course = nil
    expected.locatedAt = noon.advanced(bySeconds: 110)
    expected.updatedAt = noon.advanced(bySeconds: 110)
    #expect(try world.vehicle("veh-7") == expected)
  }

  @Test("A report that is not newer is ignored", arguments: [4, 5])
  func older(_ sequence: Int) throws {
    _ = try world.dispatch(.onDuty("veh-7"), .vehicle("veh-7", 5, #","capacity":3"#))
    let before = world.contents
    let outcome = try world.dispatch(.vehicle("veh-7", sequence, #","capacity":2"#))[0]
    #expect(world.contents == before)
    #expect(outcome.deadLetters == [])
    #expect(outcome.note.error == nil)
  }

  @Test("Of several reports of a vehicle in a batch the newest counts, in any order")
  func batch() throws {
    let outcomes = try world.dispatch(
      .onDuty("veh-7"), .vehicle("veh-7", 9, #","capacity":6"#),
      .vehicle("veh-7", 3, #","capacity":2"#), .vehicle("veh-8", 1, #","capacity":2"#))
    #expect(outcomes.map(\.deadLetters.count) == [0, 0, 0, 1])
    let vehicle = try world.vehicle("veh-7")
    #expect(vehicle?.sequence == 9)
    #expect(vehicle?.capacity == 6)
  }

  @Test(
    "A text that the store cannot store is refused and delays no other message",
    arguments: [
      ("registrationPlate", #","registrationPlate":"A\u0000""#), ("model", #","model":"\u0000""#),
      ("driver.name", #","driver":{"name":"S\u0000m"}"#),
    ])
  func unstorable(_ path: String, _ members: String) throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let outcomes = try world.dispatch(
      .vehicle("veh-7", 2, members), .vehicle("veh-7", 3, #","capacity":3"#))
    #expect(outcomes[0].deadLetterHeader("x-livery-reason") == "out-of-range")
    #expect(outcomes[0].deadLetterHeader("x-livery-path") == path)
    #expect(try world.vehicle("veh-7")?.capacity == 3)
  }

  @Test("A free vehicle asks for the ride of its products that has waited longest")
  func longestWaiting() throws {
    let taxi = try world.ride(.booking("Taxi", rider: "t"))
    let first = try world.ride(.booking(rider: "a"))
    _ = try world.book(.booking(rider: "b"), at: noon.advanced(bySeconds: 1))
    #expect(try world.dispatch(.onDuty("veh-7"))[0].searches == [first])
    #expect(try world.dispatch(.onDuty("veh-8", "taxi"))[0].searches == [taxi])
    #expect(try world.dispatch(.onDuty("veh-9", "suv"))[0].searches == [])
  }

  @Test("Vehicles that report together ask for a ride each, and one vehicle for one ride")
  func oneEach() throws {
    let rides = try ["a", "b", "c"].map { try world.ride(.booking(rider: $0)) }
    let outcomes = try world.dispatch(
      .onDuty("veh-7"), .vehicle("veh-7", 2, #","capacity":4"#), .onDuty("veh-8"))
    let asked = outcomes.flatMap(\.searches)
    #expect(asked.count == 2)
    #expect(Set(asked).isSubset(of: rides) && Set(asked).count == 2)
  }

  @Test("A vehicle off duty or with a ride asks for none")
  func notFree() throws {
    _ = try world.dispatch(.onDuty("veh-7"), .onDuty("veh-8", "taxi"))
    _ = try world.ride(.booking(rider: "a"))
    _ = try world.ride(.booking(rider: "b"))
    let outcomes = try world.dispatch(
      .vehicle("veh-7", 2, #","capacity":4"#),
      .vehicle("veh-8", 2, #","products":["sedan"],"onDuty":false"#))
    #expect(outcomes.map(\.searches) == [[], []])
  }

  @Test("A ride that the vehicle cannot take does not hide the ones behind it")
  func notHidden() throws {
    let large = try world.ride(.booking(rider: "a", more: #","partySize":4"#))
    let small = try world.book(.booking(rider: "b"), at: noon.advanced(bySeconds: 1))[0].searches
    #expect(try world.dispatch(.onDuty("veh-7", capacity: 3))[0].searches == small)
    #expect(try world.dispatch(.onDuty("veh-8"))[0].searches == [large])
  }

  @Test("A ride that the vehicle has declined does not hide the ones behind it")
  func declinedNotHidden() throws {
    _ = try world.dispatch(.onDuty("veh-7", "taxi"))
    let declined = try world.ride(.booking("Taxi", rider: "a"))
    _ = try world.dispatch(.report("declined", of: declined, by: "veh-7"))
    let next = try world.book(.booking("Taxi", rider: "b"), at: noon.advanced(bySeconds: 1))[0]
    // The booking was given the vehicle, which gives it up again.
    let ride = try #require(next.response?["rideStatus"]?["rideIdentifier"]?.string)
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-7")
    _ = try world.dispatch(.vehicle("veh-7", 2, #","onDuty":false"#))
    _ = try world.dispatch(.report("declined", of: ride, by: "veh-7"))
    let third = try world.ride(.booking("Taxi", rider: "c"))
    #expect(try world.dispatch(.vehicle("veh-7", 3, #","onDuty":true"#))[0].searches == [third])
  }

  @Test("The command of a report has an id of its own, the same each time")
  func commandIdentifier() throws {
    let ride = try world.ride()
    let first = try world.dispatch(.onDuty("veh-7"))[0].commands[0].properties.messageID
    let second = try world.dispatch(.vehicle("veh-7", 2, ""))[0].commands[0].properties.messageID
    let other = try World()
    _ = try other.ride()
    let same = try other.dispatch(.onDuty("veh-7"))[0].commands[0].properties.messageID
    #expect(first?.hasPrefix("\(ride)/due/") == true)
    #expect(first == same)
    #expect(first != second)
  }

  @Test("A report that is not newer is answered as such, and changes nothing")
  func stale() throws {
    let world = try World()
    let answered = { (letter: Letter) in letter.with { $0.replyTo = "replies.test.replies" } }
    let first = try world.dispatch(answered(.onDuty("veh-7")))[0]
    #expect(first.response?["applied"] == .bool(true))
    let before = try world.vehicle("veh-7")
    let again = try world.dispatch(answered(.vehicle("veh-7", 1, #","onDuty":false"#)))[0]
    #expect(again.code == "success")
    #expect(again.response?["applied"] == .bool(false))
    #expect(try world.vehicle("veh-7") == before)
  }

  @Test("A sequence that nothing can exceed is refused, and the vehicle continues")
  func frozen() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let clock = noon.microseconds
    for sequence in [Int.max, Int(clock) + 3_600_000_001] {
      let letter = Letter.vehicle("veh-7", sequence, #","onDuty":false"#)
      let outcome = try world.dispatch(letter.with { $0.replyTo = "replies.test.replies" })[0]
      #expect(outcome.reason == "outOfRange")
      #expect(outcome.path == "sequence")
    }
    _ = try world.dispatch(.vehicle("veh-7", Int(clock), #","onDuty":false"#))
    #expect(try world.vehicle("veh-7")?.onDuty == false)
  }
}
