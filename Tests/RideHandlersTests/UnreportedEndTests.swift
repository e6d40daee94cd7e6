import Messages
import RideHandlers
import RideStore
import Rides
import Testing

@Suite("Rides whose driver reports nothing more") struct UnreportedEndTests {
  let scene: DriverScene
  var world: World { scene.world }

  init() throws { scene = try Self.scene() }

  /// The operator is told of a silence of five minutes, and of ten minutes too much; a trip ends of
  /// itself after 1.3 times its usual time.
  private static func scene(_ change: (inout Product) -> Void = { _ in }) throws -> DriverScene {
    try DriverScene { catalogue in
      for index in catalogue.serviceAreas.indices {
        catalogue.serviceAreas[index].policies.dispatch.silentSeconds = 300
        catalogue.serviceAreas[index].policies.dispatch.overdueSeconds = 600
        catalogue.serviceAreas[index].policies.dispatch.endPercent = 130
        for product in catalogue.serviceAreas[index].products.indices {
          change(&catalogue.serviceAreas[index].products[product])
        }
      }
    }
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

  /// The rider is aboard, and the vehicle drives to the airport, unless the phone is off.
  private func drive(_ option: String = "Sedan", to place: Coordinate? = DriverScene.airport)
    throws -> String
  {
    let ride = try scene.ride(option)
    try scene.board(ride)
    if let place { try world.move("veh-7", to: place) }
    return ride
  }

  @Test("A vehicle at the drop-off whose end is lost: the operator is told, then the ride ends")
  func D14_ends() throws {
    let ride = try drive()
    let told = try pass(7_200, ride)
    #expect(
      alarms(told) == [.absent(.rideOverdue), .absent(.vehicleSilent), .absent(.endedUnreported)])
    #expect(told.flatMap(\.told) == ["completed 4"])
    let document = try #require(try world.document(ride))
    #expect(document.status.completionStatus?.outcome == .completed)
    #expect(document.heldFare == nil)
    #expect(try world.payment(ride) == "settled 54.15", "what was agreed")
    let seen = try #require(document.endedAt)
    #expect(document.startedAt.map { $0.seconds(to: seen) < 3_000 } == true)
    #expect(try world.vehicle("veh-7")?.ride == nil)
    #expect(try world.record(ride)?.dueAt == nil)
    #expect(document.watch?.toldAt != nil, "why it has ended stays with the ride")
    // A report that comes after all changes nothing, and the operator can give money back.
    #expect(try world.dispatch(scene.report("ended", ride))[0].events.isEmpty)
    let refund = Letter(
      #"{"rideIdentifier":"\#(ride)","amount":{"amount":"4.15","currencyCode":"USD"},"#
        + #""reason":"the driver said so"}"#, type: "ride.refund")
    #expect(try world.dispatch(refund.id("refund"))[0].code != "failure")
  }

  @Test("The vehicle that was seen at the drop-off and has driven on is judged by where it was")
  func D14_drivenOn() throws {
    let ride = try drive()
    _ = try pass(300, ride)
    try world.move("veh-7", to: DriverScene.loop)
    #expect(alarms(try pass(7_200, ride)).last == .absent(.endedUnreported))
    #expect(try world.payment(ride) == "settled 54.15")
  }

  @Test("A vehicle that was never seen there is told of again and again, and its ride stays")
  func D13_untold() throws {
    let ride = try drive(to: nil)
    let told = alarms(try pass(7_200, ride))
    #expect(told.first == .absent(.vehicleSilent))
    #expect(told.count { $0 == .absent(.rideOverdue) } >= 3)
    #expect(told.count { $0 == .absent(.vehicleSilent) } == 1)
    #expect(try world.record(ride)?.phase == .ongoing)
    try world.move("veh-7", to: DriverScene.airport)
    #expect(try world.dispatch(scene.report("ended", ride))[0].told == ["completed 4"])
  }

  @Test("A vehicle that has not left yet is not at the end of a trip that ends where it began")
  func D14_roundTrip() throws {
    _ = try world.dispatch(.onDuty("veh-7", "sedan"))
    let stop = #","waypoints":[\#(Letter.airport)]"#
    let ride = try world.ride(.booking(to: Letter.loop, more: stop))
    try scene.board(ride)
    _ = try pass(60, ride)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    #expect(!alarms(try pass(30_000, ride)).contains(.absent(.endedUnreported)))
    #expect(try world.record(ride)?.phase == .ongoing)
    _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    #expect(alarms(try pass(2_000, ride)).last == .absent(.endedUnreported))
  }

  @Test("A rider who was not reported aboard pays nothing before the operator decides")
  func D14_unstarted() throws {
    let ride = try scene.ride("Sedan")
    try world.move("veh-7", to: DriverScene.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    try world.move("veh-7", to: DriverScene.airport)
    let told = try pass(7_200, ride)
    #expect(alarms(told).last == .absent(.endedUnreported))
    #expect(told.last?.note.doubt?.contains("no report shows that the rider came") == true)
    let document = try #require(try world.document(ride))
    #expect(document.heldFare != nil && document.account.bill == nil)
    #expect(try world.vehicle("veh-7")?.ride == nil)
  }

  @Test("No ride that needs a start code ends of itself without it")
  func D14_startCode() throws {
    let test = UnreportedEndTests(scene: try Self.scene { $0.requiresStartCode = true })
    let ride = try test.scene.ride("Sedan")
    try test.world.move("veh-7", to: DriverScene.loop)
    _ = try test.world.dispatch(test.scene.report("arrived", ride))
    try test.world.move("veh-7", to: DriverScene.airport)
    #expect(!test.alarms(try test.pass(9_000, ride)).contains(.absent(.endedUnreported)))
    #expect(try test.world.record(ride)?.phase == .pickup)
  }

  @Test("A metered ride ends with the way that was driven, or awaits the operator")
  func D14_metered() throws {
    let ride = try drive("Taxi")
    let told = try pass(9_000, ride)
    #expect(alarms(told).last == .absent(.endedUnreported))
    let document = try #require(try world.document(ride))
    #expect(document.heldFare != nil || document.account.bill != nil)
  }

  @Test("A vehicle that reports at the pickup is not silent, and an arrival ends the wait for it")
  func D13_pickup() throws {
    let ride = try scene.ride("Sedan")
    try world.move("veh-7", to: DriverScene.loop)
    _ = try world.dispatch(scene.report("arrived", ride))
    for _ in 1...4 {
      #expect(alarms(try pass(200, ride)).isEmpty)
      _ = try scene.locate(DriverScene.loop.latitude, DriverScene.loop.longitude)
    }
    #expect(alarms(try pass(600, ride)) == [.absent(.rideOverdue), .absent(.vehicleSilent)])
  }

  @Test("Of a ride in any area the operator is told in the end, without any key")
  func D12_usual() throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    let due = try #require(try world.record(ride)?.dueAt)
    #expect(world.now.seconds(to: due) == 14_700, "five minutes of wait, and four hours")
    world.wait(14_700)
    let told = try world.dispatch(.due(ride))[0]
    #expect(told.note.notices == [.absent(.rideOverdue)] && told.publications.isEmpty)
    #expect(try world.dispatch(.due(ride))[0].note.notices.isEmpty)
    #expect(try world.record(ride)?.dueAt == world.now.advanced(bySeconds: 14_400))
  }

  @Test("A ride that an earlier build has left without a deadline gets one", arguments: [1, 8])
  func D12_earlier(hours: Int) throws {
    let world = try World()
    _ = try world.dispatch(.onDuty("veh-7"))
    let ride = try world.ride()
    _ = try world.dispatch(.report("arrived", of: ride, by: "veh-7"))
    var record = try #require(try world.record(ride))
    var earlier = try RideDocument.decode(record.document)
    earlier.awaitedUntil = nil
    (record.dueAt, record.document, record.statusRange) = (nil, RideDocument.encode(earlier), nil)
    let update = RideUpdate(record: record, expectedRevision: record.revision)
    let store = world.store
    try store.transaction(.write) { () throws(StoreError) in try store.update([update]) }
    world.wait(hours * 3_600)
    let timers = DispatchTimers()
    let found = try timers.commands(world.store, world.now)
    #expect(found.count == 1 && found[0].properties.messageID?.hasPrefix("\(ride)/due/") == true)
    #expect(try timers.commands(world.store, world.now).isEmpty, "once an hour")
    let told = try world.dispatch(.due(ride))[0]
    #expect(told.note.notices == (hours < 4 ? [] : [.absent(.rideOverdue)]))
    #expect(try world.record(ride)?.dueAt.map { $0 > world.now } == true)
    #expect(try DispatchTimers().commands(world.store, world.now).isEmpty)
  }
}

extension UnreportedEndTests {
  fileprivate init(scene: DriverScene) { self.scene = scene }
}
