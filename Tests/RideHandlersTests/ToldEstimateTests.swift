import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization
import Testing

@Suite("Estimates in events, and the end of a trip") struct ToldEstimateTests {
  let world: World
  let ride: String

  /// An event tells a shift of more than two minutes.
  init() throws {
    world = try World { catalogue in
      for index in catalogue.serviceAreas.indices {
        catalogue.serviceAreas[index].policies.dispatch.estimateShiftSeconds = 120
      }
    }
    _ = try world.dispatch(.onDuty("veh-7", latitude: 41.95))
    ride = try world.ride()
  }

  /// Reports the vehicle at a latitude every ten seconds; returns when it was told, by the second.
  private func stand(at latitude: Double, _ seconds: ClosedRange<Int>) throws -> [Int] {
    var told: [Int] = []
    for second in stride(from: seconds.lowerBound, through: seconds.upperBound, by: 10) {
      let now = noon.advanced(bySeconds: second)
      _ = try world.dispatch(
        .vehicle(
          "veh-7", 10 + second, #","location":{"latitude":\#(latitude),"longitude":-87.63}"#),
        at: now)
      while let due = try world.record(ride)?.dueAt, due <= now {
        let outcomes = try world.dispatch(.due(ride, id: "due \(due.microseconds)"), at: now)
        told += outcomes.flatMap(\.told).map { _ in second }
      }
    }
    return told
  }

  private func report(_ event: String, at seconds: Int) throws {
    let now = noon.advanced(bySeconds: seconds)
    _ = try world.dispatch(.report(event, of: ride, by: "veh-7", at: now), at: now)
  }

  @Test("S5: a pickup that moves by more than the threshold is told once, and then by the next")
  func S5_pickup() throws {
    let made = try #require(try world.document(ride)?.status.estimatedPickupDate)
    // The vehicle stands: each report moves the pickup by ten seconds.
    #expect(try stand(at: 41.95, 10...600) == [180, 360, 540])
    let status = try #require(try world.document(ride)?.status)
    let moved = try #require(status.estimatedPickupDate)
    #expect(made.seconds(to: moved) == 540)
    #expect(status.vehicle?.locatedAt == noon.advanced(bySeconds: 540))
    let document = try #require(try world.document(ride))
    #expect(document.commitment?.estimatedPickup == made, "what was promised stays")
    #expect(try world.phases(ride) == Array(repeating: "confirmed", count: 4))
  }

  @Test("S5: with the rider aboard the drop-off is told, at the pickup nothing")
  func S5_dropOff() throws {
    _ = try stand(at: 41.88, 600...600)
    try report("arrived", at: 605)
    #expect(try stand(at: 41.88, 610...900).isEmpty)
    try report("started", at: 905)
    let begun = try #require(try world.document(ride)?.status)
    #expect(try stand(at: 41.88, 910...1300).count == 2)
    let status = try #require(try world.document(ride)?.status)
    #expect(status.phase == .ongoing)
    #expect(status.estimatedPickupDate == begun.estimatedPickupDate)
    let (before, after) = (begun.estimatedDropOffDate, status.estimatedDropOffDate)
    #expect(try #require(before).seconds(to: try #require(after)) > 120)
  }

  @Test("S5: a silent vehicle moves no estimate")
  func S5_silent() throws {
    for second in stride(from: 60, through: 900, by: 60) {
      let now = noon.advanced(bySeconds: second)
      let outcomes = try world.dispatch(.due(ride, id: "due \(second)"), at: now)
      #expect(outcomes.flatMap(\.told).isEmpty)
    }
    #expect(try world.phases(ride) == ["confirmed"])
  }

  @Test("S5: nor one of a ride booked ahead that was expected later than its window")
  func S5_silentAhead() throws {
    var record = try #require(try world.record(ride))
    var ahead = try RideDocument.decode(record.document)
    let expected = try #require(ahead.status.estimatedPickupDate)
    ahead.status.scheduledPickupTime = PickupWindow(
      start: expected.advanced(bySeconds: -480), end: expected.advanced(bySeconds: 120))
    (record.document, record.statusRange) = (RideDocument.encode(ahead), nil)
    let update = RideUpdate(record: record, expectedRevision: record.revision)
    let store = world.store
    try store.transaction(.write) { () throws(StoreError) in try store.update([update]) }
    try S5_silent()
  }

  @Test("S6: a driven ride shows its trip, and expects nothing")
  func S6_driven() throws {
    _ = try stand(at: 41.88, 600...600)
    for (event, second) in [("arrived", 605), ("started", 610), ("ended", 700)] {
      try report(event, at: second)
    }
    let answer = try world.ask(.query(ride), at: noon.advanced(bySeconds: 701))[0]
    let status = try #require(answer.response?["rideStatus"])
    let end = try #require(status["completionStatus"])
    #expect(end["startedAt"]?.string == noon.advanced(bySeconds: 610).rfc3339)
    #expect(end["endedAt"]?.string == noon.advanced(bySeconds: 700).rfc3339)
    #expect(end["timeZone"]?.string == "America/Chicago")
    for member in ["estimatedPickupDate", "estimatedDropOffDate", "estimatedPickupEndDate"] {
      let date = status[member]?.string.flatMap { Instant(rfc3339: $0) }
      #expect(date.map { $0 <= noon.advanced(bySeconds: 700) } ?? true, "\(member)")
    }
    let event = try #require(try world.document(ride)?.status.completionStatus)
    #expect(event.endedAt == noon.advanced(bySeconds: 700) && event.drivenMetres == nil)
  }

  @Test("S6: a ride that was canceled shows no trip")
  func S6_canceled() throws {
    _ = try world.book(.cancel(ride))
    let end = try #require(try world.document(ride)?.status.completionStatus)
    #expect(end.outcome == .canceledByUser)
    #expect(end.startedAt == nil && end.endedAt == nil && end.timeZone == nil)
  }

  @Test("S7: the errors of estimates are those of the promise and of the start")
  func S7_errors() throws {
    _ = try stand(at: 41.88, 600...600)
    for (event, second) in [("arrived", 900), ("started", 910), ("ended", 1000)] {
      _ = try stand(at: 41.88, second...second)
      try report(event, at: second)
    }
    let document = try #require(try world.document(ride))
    let promise = try #require(document.commitment?.estimatedPickup)
    let errors = document.estimateErrors
    #expect(errors.pickup == promise.seconds(to: noon.advanced(bySeconds: 900)))
    #expect(errors.dropOff == 90 - Double(try #require(document.routeSeconds)))
  }

  @Test("S7: each error of an estimate is recorded once, with the report that shows it")
  func S7_recorded() throws {
    let recorded = Mutex<[EstimateError]>([])
    var dependencies = world.dependencies
    dependencies.recorder.missedEstimate = { error in recorded.withLock { $0.append(error) } }
    let handler = DispatchHandler(dependencies: dependencies, store: world.store)
    for (event, second) in [("arrived", 900), ("arrived", 905), ("started", 910), ("ended", 1000)] {
      let now = noon.advanced(bySeconds: second)
      _ = try world.take([.report(event, of: ride, by: "veh-7", at: now)], by: handler, at: now)
    }
    let errors = try #require(try world.document(ride)).estimateErrors
    let expected = [
      EstimateError(.pickup, seconds: try #require(errors.pickup)),
      EstimateError(.dropOff, seconds: try #require(errors.dropOff)),
    ]
    #expect(recorded.withLock { $0 } == expected)
  }
}
