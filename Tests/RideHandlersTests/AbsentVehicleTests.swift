import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Vehicles that do not come to the pickup") struct AbsentVehicleTests {
  let scene: DriverScene
  var world: World { scene.world }

  /// A vehicle may stand for three minutes, and loses its ride after ten.
  init() throws {
    scene = try DriverScene { catalogue in
      for index in catalogue.serviceAreas.indices {
        catalogue.serviceAreas[index].policies.dispatch.stalledSeconds = 180
        catalogue.serviceAreas[index].policies.dispatch.stalledSearchSeconds = 600
        catalogue.serviceAreas[index].policies.dispatch.sameRiderSeconds = 900
      }
    }
  }

  private static let loop = DriverScene.loop

  /// A ride whose vehicle stands so many kilometers north of the pickup.
  private func ride(kilometres: Double = 4) throws -> String {
    _ = try world.dispatch(.onDuty("veh-7", latitude: Self.loop.latitude + kilometres / 111.195))
    return try world.ride()
  }

  /// Where the phone says that the vehicle is.
  private func locate(kilometres: Double) throws {
    let outcome = try scene.locate(Self.loop.latitude + kilometres / 111.195, -87.63)
    #expect(outcome.note.flaw == nil)
  }

  /// Lets the time pass, with the commands of each time at which the ride is due.
  private func pass(_ seconds: Int, _ ride: String) throws -> [Outcome] {
    let end = world.now.advanced(bySeconds: seconds)
    var outcomes: [Outcome] = []
    while let due = try world.record(ride)?.dueAt, due <= end {
      world.wait(max(0, Int(world.now.seconds(to: due).rounded(.up))))
      outcomes += try world.dispatch(.due(ride, id: "due \(due.microseconds)"))
    }
    world.wait(Int(world.now.seconds(to: end).rounded()))
    return outcomes
  }

  private func alarms(_ outcomes: [Outcome]) -> [Outcome.Note.Notice] {
    outcomes.flatMap(\.note.notices)
  }

  private func cost(_ ride: String) throws -> String? {
    try world.book(.cancel(ride).confirm.id("ask \(world.now)"))[0]
      .response?["cancellationFeeThreshold"]?.string
  }

  @Test("One that stands is noticed: the estimate moves, and the rider may cancel free")
  func D9_stands() throws {
    let ride = try ride()
    let promise = try #require(try world.document(ride)?.status.estimatedPickupDate)
    #expect(alarms(try pass(179, ride)).isEmpty)
    try locate(kilometres: 4)
    let told = try pass(60, ride)
    #expect(alarms(told) == [.absent(.vehicleStalled)])
    #expect(told.flatMap(\.told).first == "confirmed 2")
    let status = try #require(try world.document(ride)?.status)
    let moved = try #require(status.estimatedPickupDate)
    #expect(promise.seconds(to: moved) >= 180)
    #expect(status.estimatedDropOffDate.map { $0 > moved } == true)
    let threshold = try #require(try cost(ride).flatMap { Instant(rfc3339: $0) })
    #expect(threshold > world.now, "it is free for as long as that lasts")
    world.wait(100)
    let canceled = try world.book(
      .cancel(ride, more: #","cause":"waitTooLong""#))[0]
    #expect(canceled.code == "success" && canceled.response?["cancellationFee"] == nil)
    #expect(try world.document(ride)?.status.completionStatus?.party == .driver)
  }

  @Test("One that stands gains no time by the word that it is near")
  func D9_word() throws {
    let ride = try ride()
    let promise = try #require(try world.document(ride)?.commitment?.estimatedPickup)
    _ = try pass(300, ride)
    let moved = try #require(try world.document(ride)?.status.estimatedPickupDate)
    #expect(promise < moved)
    _ = try world.dispatch(scene.report("approaching", ride))
    let limit = try #require(try world.document(ride)?.awaitedUntil)
    #expect(limit == max(promise, world.now).advanced(bySeconds: 1_800))
  }

  @Test("One that comes nearer keeps its ride and its estimate, however slow")
  func D9_comes() throws {
    let ride = try ride()
    for step in 1...8 {
      #expect(alarms(try pass(100, ride)).isEmpty)
      try locate(kilometres: 4 - 0.2 * Double(step))
    }
    #expect(try world.phases(ride) == ["confirmed"])
  }

  @Test("One that moves away is as one that stands; once it comes again the fee counts again")
  func D9_away() throws {
    let ride = try ride()
    var told: [Outcome] = []
    for step in 1...3 {
      told += try pass(90, ride)
      try locate(kilometres: 4 + 0.5 * Double(step))
    }
    #expect(alarms(told) == [.absent(.vehicleStalled)])
    for step in 1...4 {
      world.wait(40)
      try locate(kilometres: 5.5 - 0.45 * Double(step))
    }
    #expect(alarms(try pass(45, ride)).isEmpty)
    let document = try #require(try world.document(ride))
    #expect(document.watch?.isStalled == false)
    #expect(document.commitment?.freeUntil.map { $0 > world.now } == true)
    world.wait(61)
    let threshold = try #require(try cost(ride).flatMap { Instant(rfc3339: $0) })
    #expect(threshold <= world.now)
  }

  @Test("After the second limit the ride is taken from it, and another vehicle comes")
  func D10_replaced() throws {
    let ride = try ride()
    let told = try pass(720, ride)
    #expect(alarms(told) == [.absent(.vehicleStalled), .absent(.vehicleReplaced)])
    let document = try #require(try world.document(ride))
    #expect(document.isWaiting && document.dropOuts == 1 && document.watch == nil)
    #expect(document.declinedBy.map(\.rawValue) == ["veh-7"])
    #expect(try world.vehicle("veh-7")?.ride == nil)
    _ = try world.dispatch(.onDuty("veh-8"))
    _ = try world.dispatch(.due(ride, id: "again"))
    #expect(try world.record(ride)?.vehicle?.rawValue == "veh-8")
    #expect(try world.dispatch(scene.report("arrived", ride))[0].reason == "unknownVehicle")
  }

  @Test("D9, D10: The word of one that stands far off that it has arrived changes nothing of that")
  func D9_D10_falseArrival() throws {
    let ride = try ride()
    let deadline = try world.document(ride)?.awaitedUntil
    _ = try world.dispatch(scene.report("arrived", ride))
    #expect(try world.document(ride)?.awaitedUntil == deadline)
    #expect(alarms(try pass(720, ride)) == [.absent(.vehicleStalled), .absent(.vehicleReplaced)])
    let document = try #require(try world.document(ride))
    #expect(document.isWaiting && document.dropOuts == 1)
  }

  @Test("D9: One that comes after a false word of its arrival has its rider awaited from then on")
  func D9_comesAfterAll() throws {
    let ride = try ride()
    _ = try world.dispatch(scene.report("arrived", ride))
    for step in 1...8 {
      #expect(alarms(try pass(60, ride)).isEmpty)
      try locate(kilometres: 4 - 0.5 * Double(step))
    }
    #expect(try world.document(ride)?.boardingDoubt != nil, "400 m are too far")
    _ = try pass(60, ride)
    _ = try scene.locate(Self.loop.latitude, Self.loop.longitude)
    #expect(alarms(try pass(45, ride)).isEmpty)
    let document = try #require(try world.document(ride))
    #expect(document.boardingDoubt == nil && document.arrivalDoubt != nil)
    #expect(document.awaitedUntil.map { world.now.seconds(to: $0) > 14_000 } == true)
    #expect(alarms(try pass(1_000, ride)).isEmpty)
    #expect(try world.phases(ride).last == "pickup")
  }

  @Test("The same command is carried out once, and a search that follows has its events once")
  func D10_once() throws {
    let ride = try ride()
    while let due = try world.record(ride)?.dueAt, world.now.seconds(to: due) < 700 {
      world.wait(max(0, Int(world.now.seconds(to: due).rounded(.up))))
      let letter = Letter.due(ride, id: "due \(due.microseconds)")
      let first = try world.dispatch(letter)[0]
      let again = try world.dispatch(letter)[0]
      #expect(again.events == first.events && again.note.notices.isEmpty)
      if try world.record(ride)?.isWaiting == true { break }
    }
    #expect(try world.phases(ride).last == "received")
  }

  @Test("Before a pickup that is booked ahead it may stand until it has to leave")
  func D9_ahead() throws {
    let start = noon.advanced(bySeconds: 3_600)
    _ = try world.dispatch(.onDuty("veh-7", latitude: Self.loop.latitude + 2 / 111.195))
    let ride = try world.ride(
      .booking(more: #","scheduledPickupTime":{"start":"\#(start.rfc3339)"}"#))
    world.wait(2_400)
    try locate(kilometres: 2)
    _ = try pass(30, ride)
    #expect(try world.record(ride)?.phase == .confirmed)
    #expect(alarms(try pass(600, ride)).isEmpty, "it takes less than ten minutes")
    #expect(alarms(try pass(900, ride)) == [.absent(.vehicleStalled), .absent(.vehicleReplaced)])
  }

  @Test("A driver who has dropped out gets no other ride of the rider for a while")
  func D11_sameRider() throws {
    let ride = try ride(kilometres: 1)
    _ = try world.dispatch(scene.report("droppedOut", ride))
    _ = try world.book(.cancel(ride))
    world.wait(60)
    try locate(kilometres: 1)
    let next = try world.ride(.booking().id("again"))
    #expect(try world.record(next)?.isWaiting == true)
    _ = try world.dispatch(.due(next, id: "look"))
    #expect(try world.record(next)?.isWaiting == true)
    let other = try world.ride(.booking(rider: "rider-43"))
    #expect(try world.record(other)?.vehicle?.rawValue == "veh-7")
    _ = try world.book(.cancel(next).id("2"), .cancel(other, rider: "rider-43").id("3"))
    world.wait(900)
    try locate(kilometres: 1)
    let last = try world.ride(.booking().id("at last"))
    #expect(try world.record(last)?.vehicle?.rawValue == "veh-7")
  }

  @Test("Where the policy has no limits nothing is watched, and nothing more is stored")
  func withoutPolicy() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    let document = try #require(try world.document(ride))
    #expect(document.watch == nil && document.droppedOut.isEmpty)
    world.wait(1_800)
    #expect(try world.dispatch(.due(ride))[0].publications.isEmpty)
    _ = try world.dispatch(.report("droppedOut", of: ride, by: "veh-7"))
    #expect(try world.document(ride)?.droppedOut.isEmpty == true)
  }
}
