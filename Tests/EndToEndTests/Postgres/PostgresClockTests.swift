import BrokerFixture
import DatabaseFixture
import Messages
import Testing

@Suite("A worker whose clock is wrong", .blocking)
struct PostgresClockTests {
  @Test("receives nothing, cancels nothing, reports it, and continues when its clock is right")
  func fortyMinutesAhead() throws {
    let database = try TestDatabase()
    let fleet = try RunningFleet(migrated: false, store: database.url)
    let (clock, probe) = (try SteppedClock(in: fleet.folder), Probe())
    try fleet.startAndWait(["request-ride-worker", "status-query-worker"])
    let client = try TestClient(fleet)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-1"))
    #expect(booked.phase == "received")

    // From its start on, and later while it works.
    try clock.step(seconds: 2_400)
    let worker = try fleet.start("dispatch-worker", clock.environment.merging(probe.setting) { $1 })
    for time in 1...2 {
      try waitUntil("it is not ready: \(worker.log)") {
        try probe.missing()?.contains(#""clock""#) == true
      }
      try waitUntil("it says so") { worker.log.ranges(of: "\"clock_wrong\"").count == time }
      try waitUntil("it consumes nothing") {
        try client.consumers(of: QueueFamily.dispatch.queue) == 0
      }
      #expect(try probe.isLive())
      try clock.step(seconds: 0)
      try waitUntil("it is ready: \(worker.log)") { try probe.missing() == "" }
      let asked = try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1"))
      #expect(asked.phase == "received")
      let vehicle = Bodies.vehicle("veh-\(time)", product: "suv")
      #expect(try client.ask("vehicle.update", vehicle).code == "success")
      if time == 1 { try clock.step(seconds: 2_400) }
    }
    // A difference that is below the limit does not matter.
    try clock.step(seconds: 20)
    let sedan = Bodies.vehicle("veh-3")
    #expect(try client.ask("vehicle.update", sedan).code == "success")
    try waitUntil("the ride has its vehicle") {
      try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-1")).phase
        == "confirmed"
    }
    #expect(worker.log.ranges(of: "\"clock_wrong\"").count == 2)
    #expect(worker.stop() == 0, "\(worker.log)")
  }
}
