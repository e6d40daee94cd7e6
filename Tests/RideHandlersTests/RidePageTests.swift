import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("The rides of a rider by pages") struct RidePageTests {
  private let world: World

  init() throws { world = try World() }

  private func ask(_ more: String = "", rider: String = "rider-42") throws -> Outcome {
    try world.ask(
      Letter(#"{"riderIdentifier":"\#(rider)"\#(more)}"#, type: "list-rides.handle"))[0]
  }

  private static func rides(_ outcome: Outcome) -> [String] {
    (outcome.response?["rides"]?.array ?? []).compactMap { $0["rideIdentifier"]?.string }
  }

  /// Rides that were booked one after the other and canceled, the last of them first.
  private func book(_ count: Int) throws -> [String] {
    try (0..<count).map { number in
      world.wait(60)
      let ride = try world.ride(.booking().id("booking-\(number)"))
      _ = try world.book(.cancel(ride).id("cancel-\(number)"))
      return ride
    }.reversed()
  }

  @Test("A12: Pages neither overlap nor leave a ride out, also when one is booked between them")
  func A12_pages() throws {
    let rides = try book(7)
    var (found, after) = ([String](), "")
    for page in 0..<3 {
      let outcome = try ask(#","maximumRides":3\#(after)"#)
      #expect(outcome.code == "success" && outcome.publications.count == 1)
      #expect(outcome.response?["hasMore"]?.bool == (page < 2))
      found += Self.rides(outcome)
      after = #","afterRideIdentifier":"\#(found.last ?? "")""#
      world.wait(60)
      let newer = try world.ride(.booking().id("newer-\(page)"))
      _ = try world.book(.cancel(newer).id("cancel-newer-\(page)"))
    }
    #expect(found == rides)
    #expect(try Array(Self.rides(ask()).dropFirst(3)) == rides)
    let end = try ask(#","afterRideIdentifier":"\#(rides[6])""#)
    #expect(end.code == "success" && end.response?["rides"] == nil)
  }

  @Test("A12: Only rides of the phases and the time that are asked for are on a page")
  func A12_filter() throws {
    let ended = try book(2)
    world.wait(60)
    let between = world.now.rfc3339
    let open = try world.ride(.booking().id("open"))
    #expect(try Self.rides(ask(#","phases":["completed"]"#)) == ended)
    #expect(try Self.rides(ask(#","phases":["received","confirmed"]"#)) == [open])
    #expect(try Self.rides(ask(#","bookedFrom":"\#(between)""#)) == [open])
    #expect(try Self.rides(ask(#","bookedBefore":"\#(between)""#)) == ended)
    #expect(try Self.rides(ask(#","phases":[]"#)).isEmpty)
  }

  @Test("A page has no rides of another rider, also where one is named as the last")
  func foreign() throws {
    let rides = try book(2)
    let none = try ask(rider: "rider-43")
    #expect(none.code == "success" && none.response?["rides"] == nil)
    let named = try ask(#","afterRideIdentifier":"\#(rides[0])""#, rider: "rider-43")
    #expect(named.reason == "unknownRide" && named.path == "afterRideIdentifier")
    #expect(try ask(#","maximumRides":21"#).reason == "outOfRange")
  }

  @Test("A12: A ride that cannot be read is left out, and the pages go on behind it")
  func A12_unreadable() throws {
    let rides = try book(5)
    var record = try #require(try world.record(rides[1]))
    record.document = Array("{".utf8)
    let (store, damaged) = (world.store, record)
    try store.transaction(.write) { () throws(StoreError) in
      try store.update([RideUpdate(record: damaged, expectedRevision: damaged.revision)])
    }
    let first = try ask(#","maximumRides":2"#)
    #expect(first.code == "success" && Self.rides(first) == [rides[0]])
    #expect(first.response?["hasMore"]?.bool == true)
    let next = try ask(#","maximumRides":3,"afterRideIdentifier":"\#(rides[1])""#)
    #expect(next.reason == nil || next.reason == "unreadableRide")
    #expect(try Self.rides(ask()) == [rides[0]] + rides[2...])
  }
}
