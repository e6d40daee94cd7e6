import BrokerFixture
import Foundation
import MachineFixture
import Messages
import Testing

@Suite("Recording and replaying a fleet", .blocking)
struct RecordingTests {
  /// Records what the test does with a fleet, and returns the file.
  private func record(
    _ fleet: RunningFleet, options: [String] = [], _ body: (TestClient) throws -> Void
  ) throws -> String {
    let path = fleet.folder.appendingPathComponent("recording-\(UUID().uuidString).jsonl").path
    let recorder = try WorkerProcess(
      "livery", environment: fleet.environment, folder: fleet.folder,
      arguments: ["record", path] + options)
    try waitUntil("it records: \(recorder.output) \(recorder.log)") {
      recorder.output.contains("recording")
    }
    try body(try TestClient(fleet))
    // timeout(1) sends two.
    #expect(recorder.end(by: SIGINT, SIGTERM) == 0, "\(recorder.log)")
    return path
  }

  /// A fleet that holds the fare of the ride below, and also when it is replayed: the times between
  /// its messages decide, and are others then.
  private func fleet() throws -> RunningFleet {
    let (text, replacement) = RunningFleet.noTimeLapse
    return try RunningFleet(replacing: [text: replacement])
  }

  /// A ride from its list to its end, a refusal and a dead letter.
  private func drive(_ client: TestClient) throws {
    _ = try client.listedQuote()
    // Workers know vehicles by a snapshot of each second; some seconds later each knows this one.
    let known = ContinuousClock.now + Patience.quiet
    try waitUntil("every worker knows the vehicle") {
      _ = try client.ask("list-ride-options.handle", Bodies.list())
      return ContinuousClock.now > known
    }
    let booking = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-9"))
    let ride = try #require(booking.ride)
    try client.end(ride, by: "veh-1")
    _ = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-9", option: "Rocket"))
    try client.publish([
      client.request(
        "ride.update", "{\"vehicleIdentifier\":5}", id: "bad", correlation: nil, family: .dispatch,
        replies: false)
    ])
    try waitUntil("the ride is completed") {
      try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-9", ride: ride)).phase
        == "completed"
    }
  }

  @Test("A masked recording replays in one process to what the fleet has done")
  func replaysLocally() throws {
    let fleet = try self.fleet()
    try fleet.startAndWait()
    let path = try record(fleet, self.drive)
    // Near the border of a zone a vehicle moves another way than a trip, and is nearer or farther.
    let estimates = ["estimatedPickupDate", "estimatedPickupEndDate", "estimatedDropOffDate"]
    let ignored = estimates.flatMap { ["--ignore", "**.\($0)"] }
    let replay = try fleet.tool(["replay", "--local", "--verify", path] + ignored)
    #expect(
      replay.output.split(separator: "\n").filter { $0.contains(" x ") } == [], "\(replay.errors)")
    #expect(replay.code == 0)
    #expect(replay.output.contains("The replay equals what was expected."))
    #expect(replay.output.contains("event:"))
    #expect(replay.output.contains("response:"))

    let text = try String(contentsOfFile: path, encoding: .utf8)
    let secrets = ["rider-9", "veh-", "Art Institute", "+1312", "41.8796,"]
    #expect(secrets.filter { text.contains($0) } == [])
    #expect(text.contains(Exchange.deadLetters))
  }

  @Test(
    "A recording without a mask keeps every byte, and replays on a broker that is marked for it")
  func replaysOnBroker() throws {
    func hour() -> Int { Int(Date.now.timeIntervalSince1970) / 3_600 }
    let began = hour()
    var replay = try recordedAndReplayed()
    // The travel model has a speed for each hour of the week, and prices go by it.
    if hour() != began { replay = try recordedAndReplayed() }
    #expect(
      replay.output.split(separator: "\n").filter { $0.contains(" x ") } == [], "\(replay.errors)")
    #expect(replay.code == 0)
    #expect(replay.output.contains("messages sent in"))
    #expect(replay.output.contains("latency in ms: median"))
  }

  /// Records one fleet without a mask, and replays that on the broker of another.
  private func recordedAndReplayed() throws -> (code: Int32, output: String, errors: String) {
    let fleet = try self.fleet()
    try fleet.startAndWait()
    let path = try record(fleet, options: ["--no-mask"], self.drive)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Art Institute"))

    let other = try self.fleet()
    try other.startAndWait()
    let refused = try other.tool("replay", path)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("expected a virtual host for replays"))
    #expect(try other.tool("topology", "apply", "--replays").code == 0)
    // A busy machine answers later than it did while the recording was made.
    let late = "\(Patience.limit.components.seconds)"
    return try other.tool("replay", path, "--verify", "--time-tolerance", late)
  }

  /// A fleet without workers, and bookings in their queue.
  private func waitingFleet(
    bookings: Int = 20
  ) throws -> (fleet: RunningFleet, client: TestClient) {
    let fleet = try RunningFleet()
    let client = try TestClient(fleet)
    try client.publish(
      (1...bookings).map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: "m-\($0)",
          correlation: nil, family: .requestRide)
      })
    return (fleet, client)
  }

  /// Copies their queue into a new file.
  private func copy(
    _ fleet: RunningFleet, _ path: String, counted: Bool = true, catalogue: Bool = true
  ) throws -> (code: Int32, output: String, errors: String) {
    let environment = fleet.environment.filter { catalogue || $0.key != "LIVERY_CATALOGUE" }
    let process = try WorkerProcess(
      "livery", environment: environment, folder: fleet.folder,
      arguments: ["record", path, "--from-queue", QueueFamily.requestRide.queue]
        + (counted ? ["--count-delivery"] : []))
    return (process.exitCode(), process.output, process.log)
  }

  @Test("A queue is copied, and everything stays in it")
  func copiesQueue() throws {
    let (fleet, client) = try waitingFleet()
    let path = fleet.folder.appendingPathComponent("queue.jsonl.gz").path
    let copy = try copy(fleet, path)
    #expect(copy.code == 0, "\(copy.errors)")
    #expect(copy.output.contains("20 messages recorded"))
    #expect(copy.output.contains("each has had one more of its 20 deliveries"))
    try awaitReturn(of: 20, client)
    let replay = try fleet.tool("replay", "--local", path)
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.output.contains("20 messages replayed"))
  }

  /// Waits until the messages are in the queue: the broker returns them some time after their
  /// consumer has ended.
  private func awaitReturn(of count: Int, _ client: TestClient) throws {
    try waitUntil("all messages are in the queue") {
      try client.readyMessages(in: QueueFamily.requestRide.queue) == count
    }
  }

  @Test("Looks at a queue are refused before they cost its messages half of their deliveries")
  func looks() throws {
    let (fleet, client) = try waitingFleet()
    func path(_ number: Int) -> String { fleet.folder.path + "/look-\(number).jsonl" }
    // Neither counts: it is not asked for, or a setting is missing.
    for number in 1...22 {
      let look = try copy(fleet, path(number), counted: number % 2 == 0, catalogue: false)
      #expect(look.code == (number % 2 == 0 ? 78 : 64), "\(look)")
    }
    #expect(try copy(fleet, path(22), counted: false).errors.contains("--count-delivery"))
    let looks = try (23...34).map { number in
      try awaitReturn(of: 20, client)
      return try copy(fleet, path(number))
    }
    #expect(
      looks.map(\.code) == Array(repeating: 0, count: 10) + [1, 1], "\(looks.map(\.errors))")
    #expect(looks[10].errors.contains("its first message has had 10 of its 20 deliveries"))
    #expect(looks[10].errors.contains("this look counts as one more and leaves 9"))
    #expect(!FileManager.default.fileExists(atPath: path(33)))
    try awaitReturn(of: 20, client)
    #expect(try client.readyMessages(in: QueueFamily.requestRide.deadLetterQueue) == 0)
  }

  @Test("A refused look counts, too, and says what it leaves or that it makes a dead letter")
  func refusedLooks() throws {
    let (fleet, client) = try waitingFleet(bookings: 1)
    let looks = try (1...21).map { number in
      try awaitReturn(of: 1, client)
      return try copy(fleet, fleet.folder.path + "/look-\(number).jsonl")
    }
    let codes: [Int32] = Array(repeating: 0, count: 10) + Array(repeating: 1, count: 11)
    #expect(looks.map(\.code) == codes, "\(looks.map(\.errors))")
    for (look, left) in zip(looks[10...], (0...9).reversed()) {
      #expect(look.errors.contains("this look counts as one more and leaves \(left)"), "\(look)")
    }
    #expect(looks[20].errors.contains("this look counts as one more and makes it a dead letter"))
    try waitUntil("the message is a dead letter") {
      try client.readyMessages(in: QueueFamily.requestRide.deadLetterQueue) == 1
    }
  }

  @Test("What was published before the stop is recorded, though the recorder is late")
  func lateRecorder() throws {
    let fleet = try RunningFleet()
    let path = fleet.folder.path + "/late.jsonl"
    let recorder = try WorkerProcess(
      "livery", environment: fleet.environment.filter { $0.key != "LIVERY_STORE" },
      folder: fleet.folder, arguments: ["record", path])
    try waitUntil("it records: \(recorder.log)") { recorder.output.contains("end with Ctrl-C") }
    kill(recorder.identifier, SIGSTOP)
    let client = try TestClient(fleet)
    try client.publish(
      (1...300).map {
        client.request(
          "request-ride.handle", Bodies.booking(rider: "rider-\($0)"), id: "m-\($0)",
          correlation: nil, family: .requestRide)
      })
    kill(recorder.identifier, SIGINT)
    #expect(recorder.end(by: SIGCONT) == 0, "\(recorder.log)")
    #expect(recorder.output.contains("300 messages recorded"), "\(recorder.output)")
  }

  @Test("A full disk ends a recording with a message, and does not affect the fleet")
  func fullDisk() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let recorder = try WorkerProcess(
      "livery", environment: fleet.environment, folder: fleet.folder,
      arguments: ["record", "/dev/full"])
    #expect(recorder.exitCode() == 74)
    #expect(recorder.log.contains("/dev/full: cannot be written"))
    let client = try TestClient(fleet)
    #expect(try client.ask("vehicle.update", Bodies.vehicle("veh-1")).code == "success")
  }
}
