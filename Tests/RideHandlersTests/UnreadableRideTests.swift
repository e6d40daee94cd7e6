import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides that cannot be read") struct UnreadableRideTests {
  let world: World

  init() throws { world = try World() }

  private func damage(_ ride: String) throws {
    var record = try #require(try world.record(ride))
    record.document = Array("{".utf8)
    try update(record)
  }

  private func update(_ record: RideRecord) throws {
    let store = world.store
    try store.transaction(.write) { () throws(StoreError) in
      try store.update([RideUpdate(record: record, expectedRevision: record.revision)])
    }
  }

  @Test("What its rider writes is refused, and the neighbours in the batch are carried out")
  func riders() throws {
    let ride = try world.ride(.booking(rider: "rider-42"))
    try damage(ride)
    let outcomes = try world.book(
      .cancel(ride, rider: "rider-42"), .booking(rider: "rider-2").id("m-2"),
      .rating(5, of: ride).silent, .cancel(ride, rider: "rider-42").confirm)
    #expect(outcomes[0].reason == "unreadableRide" && outcomes[0].deadLetters == [])
    #expect(outcomes[1].code == "inProgress")
    #expect(outcomes[2].deadLetterHeader("x-livery-reason") == "unreadable-ride")
    #expect(outcomes[3].reason == "unreadableRide")
  }

  @Test("To another rider it does not exist")
  func strangers() throws {
    let ride = try world.ride(.booking(rider: "rider-1"))
    try damage(ride)
    let outcomes = try world.book(
      .cancel(ride, rider: "rider-2"), .cancel(ride, rider: "rider-2").confirm.id("m-2"),
      .cancel("none", rider: "rider-2").id("m-3"))
    #expect(outcomes.map(\.reason) == ["unknownRide", "unknownRide", "unknownRide"])
  }

  @Test("The rider's repeated request gets the same answer")
  func repeated() throws {
    let told = try world.book(.booking())[0]
    let ride = try #require(told.response?["rideStatus"]?["rideIdentifier"]?.string)
    try damage(ride)
    let again = try world.book(.booking())[0]
    #expect(again.note.isRepeat && again.publications == told.publications)
  }

  @Test("Reports of it are refused, and its due command is not kept, as it is given again")
  func street() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    try damage(ride)
    let outcomes = try world.dispatch(
      .report("arrived", of: ride, by: "veh-7"), .due(ride),
      .vehicle("veh-7", 2, #","onDuty":true"#))
    #expect(outcomes[0].reason == "unreadableRide")
    #expect(outcomes[1].publications == [] && outcomes[1].note.error?.reason == .unreadableRide)
    #expect(try world.vehicle("veh-7")?.sequence == 2)
  }

  @Test("A waiting ride keeps no later one from a vehicle")
  func waiting() throws {
    let ride = try world.ride(.booking(rider: "rider-1"))
    let next = try world.ride(.booking(rider: "rider-2").id("m-2"))
    try damage(ride)
    let search = try world.dispatch(.onDuty("veh-7"))[0]
    #expect(search.searches == [next])
    let outcomes = try world.dispatch(.due(ride, id: "due-0"), .due(next))
    #expect(outcomes[1].told == ["confirmed 2"])
  }

  @Test("Its observers get no update, and others do")
  func observers() throws {
    let rides = [
      try world.ride(.booking(rider: "rider-1")),
      try world.ride(.booking(rider: "rider-2").id("m-2")),
    ]
    _ = try world.ask(.start(rides[0], rider: "rider-1"), .start(rides[1], rider: "rider-2"))
    try damage(rides[0])
    let outcomes = try world.take(
      [.updatesDue(rides[0]), .updatesDue(rides[1]).id("due-2")],
      by: StatusQueryHandler(dependencies: world.dependencies, store: world.store),
      at: noon.advanced(bySeconds: 15))
    #expect(outcomes[0].publications == [])
    #expect(outcomes[1].responses.count == 1)
  }

  @Test("Its observers are checked each heartbeat, and get the end when their lease is over")
  func lease() throws {
    let ride = try world.observed()
    try damage(ride)
    #expect(try world.tick(15).isEmpty)
    #expect(try world.subscription(ride)?.dueAt == world.at(30))
    let longest = Double(UpdatesLease.longestSeconds)
    #expect(try world.tick(longest - 9).isEmpty)
    #expect(try world.subscription(ride)?.dueAt == world.at(longest))
    let end = try world.tick(longest)
    #expect(end.count == 1 && phase(end.first) == nil)
    #expect(try world.tick(longest + Double(UpdatesLease.closingSeconds)).isEmpty)
    #expect(try world.subscription(ride) == nil)
  }

  @Test("What its observer's queue has refused is sent again once it can be read")
  func refused() throws {
    let ride = try world.observed()
    try world.finish(ride, by: "veh-7", at: world.at(20))
    #expect(try phase(world.tick(20).first) == "completed")
    let whole = try #require(try world.record(ride))
    try damage(ride)
    #expect(try world.ask(.updatesRefused(ride), at: world.at(21))[0].publications.isEmpty)
    var mended = try #require(try world.record(ride))
    mended.document = whole.document
    try update(mended)
    #expect(try phase(world.tick(36).first) == "completed")
  }

  @Test("Who may owe something for it cannot book, for now")
  func debts() throws {
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride(.paid("pm_empty_later"))
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    _ = try world.dispatch(try world.drive(ride))
    try #require(try world.record(ride)?.obligation != nil)
    try damage(ride)
    #expect(try world.book(.booking().id("m-2"))[0].reason == "serviceTemporarilyUnavailable")
  }
}

@Suite("Messages that are too late or have no reply address") struct LateSilentTests {
  private static let late = Header("deadline", .string(noon.advanced(bySeconds: -1).rfc3339))

  @Test("A write is kept as a dead letter, so that it does not vanish")
  func write() throws {
    let world = try World()
    let letter = Letter.booking().silent.with { $0.headers.append(Self.late) }
    let outcome = try world.book(letter)[0]
    #expect(outcome.deadLetterHeader("x-livery-reason") == "deadline-exceeded")
    #expect(world.contents.rides.isEmpty)
  }

  @Test("A vehicle's own update is dropped, as the next one replaces it")
  func vehicle() throws {
    let world = try World()
    let outcome = try world.dispatch(Letter.onDuty("veh-7").with { $0.headers.append(Self.late) })
    #expect(outcome[0].publications == [] && world.contents.vehicles.isEmpty)
  }
}
