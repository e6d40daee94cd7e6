import BrokerFixture
import Fleet
import Foundation
import MachineFixture
import Messages
import RideStore
import Rides
import Testing

@Suite("The tool as a process", .blocking)
struct ToolProcessTests {
  @Test("`topology apply` declares what the workers need, again and again")
  func topologyApply() throws {
    let fleet = try RunningFleet(topology: false)
    for _ in 1...2 {
      let result = try fleet.tool("topology", "apply")
      #expect(result.code == 0, "\(result.errors)")
      for family in QueueFamily.allCases {
        #expect(result.output.contains("declared queue \(family.queue) "))
      }
    }
    try fleet.startAndWait(["request-ride-worker"])
  }

  @Test("`migrate` makes the database, and then has nothing to do")
  func migrate() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    let first = try fleet.tool("migrate")
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.output.contains("schema none → "))
    try StoreSession.open(fleet.location()).checkSchema()
    let second = try fleet.tool("migrate")
    #expect(second.code == 0)
    #expect(second.output.contains("nothing to do"))
  }

  @Test(
    "`rides`, `ride` and `vehicles` have times of the zone of TZ where asked for",
    arguments: [("America/Chicago", "T02:00:00-06:00"), ("Asia/Kolkata", "T13:30:00+05:30")])
  func local(zone: String, time: String) throws {
    let fleet = try RunningFleet(topology: false)
    let noon = Instant(seconds: 1_800_000_000)
    try fleet.write { store throws(StoreError) in
      try store.save([
        VehicleRecord(
          vehicleIdentifier: VehicleIdentifier("a"), sequence: 1, onDuty: true, products: [],
          capacity: 4, location: nil, course: nil, registrationPlate: nil, manufacturer: nil,
          model: nil, driver: nil, ride: nil, updatedAt: noon)
      ])
    }
    for (options, shown) in [([], "T08:00:00Z"), (["--local"], time)] {
      let process = try WorkerProcess(
        "livery", environment: fleet.environment.merging(["TZ": zone]) { $1 },
        folder: fleet.folder, arguments: ["vehicles"] + options)
      #expect(process.exitCode() == 0, "\(process.log)")
      #expect(process.output.contains("2027-01-15\(shown), "), "\(process.output)")
    }
  }

  @Test("`catalogue check` summarizes a valid catalogue, and lists the mistakes of an invalid one")
  func catalogueCheck() throws {
    let fleet = try RunningFleet(topology: false, migrated: false)
    let good = try fleet.tool("catalogue", "check", Repository.catalogue)
    #expect(good.code == 0, "\(good.errors)")
    #expect(good.output.contains("locales: "))
    #expect(good.output.contains("product sedan: "))

    let broken = fleet.folder.appendingPathComponent("broken.json")
    try Data(#"{"serviceAreas": 5}"#.utf8).write(to: broken)
    let bad = try fleet.tool("catalogue", "check", broken.path)
    #expect(bad.code == 65)
    #expect(bad.output.contains("serviceAreas: "))
    #expect(bad.errors.contains("\(broken.path): "))
    #expect(bad.errors.contains(" mistake"))
  }

  @Test("`send` ends with 0 when nothing failed, and with 1 when a message did")
  func send() throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    let vehicles = try fleet.tool("send", example("vehicles"))
    #expect(vehicles.code == 0, "\(vehicles.output) \(vehicles.errors)")
    var list = vehicles
    try waitUntil("rides are listed: \(list)") {
      list = try fleet.tool("send", example("list"))
      return list.code == 0
    }
    #expect(list.output.contains("list-ride-options.handle  success"))
    #expect(list.output.contains("Sedan"))

    let bad = try fleet.tool("send", example("bad"))
    #expect(bad.code == 1)
    let reasons = [
      "malformedJSON", "wrongType", "missingField", "outOfRange", "bodyTooDeep",
      "unknownSchemaVersion", "missingMessageIdentifier", "deadlineExceeded", "unknownOption",
      "outsideServiceArea", "unknownRide", "unknownMember",
    ]
    for reason in reasons { #expect(bad.output.contains("\(reason): "), "\(reason)") }
    #expect((bad.output + bad.errors).contains("17 sent, 15 answered, 15 failed"), "\(bad)")
  }

  @Test("`rides` lists a ride and `ride` shows it, and ends with 1 for one that is not there")
  func ride() throws {
    let fleet = try RunningFleet()
    let unknown = try fleet.tool("ride", "no-such-ride")
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("there is no ride no-such-ride"))

    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let booked = try client.ask("request-ride.handle", Bodies.booking(rider: "rider-5"))
    let known = try fleet.tool("ride", try #require(booked.ride))
    #expect(known.code == 0, "\(known.errors)")
    #expect(known.output.contains("rider-5"))
    #expect(known.output.contains("received"))
    let listed = try fleet.tool("rides", "--rider", "rider-5", "--phase", "received", "--json")
    #expect(listed.code == 0, "\(listed.errors)")
    #expect(listed.output.split(separator: "\n").count == 1)
    #expect(listed.output.contains("\"rider-5\""))
  }

  @Test("`watch --count 1` ends with 0 after an event, and with 1 without one in time")
  func watch() throws {
    let fleet = try RunningFleet()
    let late = try fleet.tool("watch", "--count", "1", "--timeout", "0.2")
    #expect(late.code == 1)
    #expect(late.output.isEmpty)

    try fleet.startAndWait(["request-ride-worker"])
    let client = try TestClient(fleet)
    let watch = try WorkerProcess(
      "livery", environment: fleet.environment, folder: fleet.folder,
      arguments: ["watch", "--count", "1", "--timeout", "600"])
    var rides: [String] = []
    // It does not say from when it listens, so that rides are booked until it has seen one.
    try waitUntil("an event is seen: \(watch.log)") {
      rides += [try client.ask("request-ride.handle", Bodies.booking(rider: UUID().uuidString))]
        .compactMap(\.ride)
      return !watch.isRunning
    }
    #expect(watch.exitCode() == 0, "\(watch.log)")
    let lines = watch.output.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { line in rides.contains { line.contains($0) } }, "\(lines)")
    #expect(lines.allSatisfy { $0.contains("received") }, "\(lines)")
  }

  @Test("Output that a full disk does not take is an error, a reader who leaves is none")
  func lostOutput() throws {
    let full = try run(["topology", "show"], into: FileHandle(forWritingTo: Self.full))
    #expect(full.code == ExitCode.outputLost.rawValue)
    #expect(
      full.errors == "livery: standard output: No space left on device; "
        + "what was written is not whole\n")
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let left = try run(["topology", "show"], into: pipe.fileHandleForWriting)
    #expect(left.code == 0)
    #expect(left.errors == "")
  }

  @Test("The tool and the workers show the same commit")
  func version() throws {
    let names = QueueFamily.allCases.map { "\($0.rawValue)-worker" }
    let versions = try (names + ["livery"]).map { name in
      let pipe = Pipe()
      let result = try run(["--version"], of: name, into: pipe.fileHandleForWriting)
      #expect(result.code == 0)
      try pipe.fileHandleForWriting.close()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(text.hasPrefix("\(name) "))
      return String(text.dropFirst(name.count + 1))
    }
    #expect(Set(versions).count == 1, "\(versions)")
    #expect(versions[0].wholeMatch(of: /0\.1\.0 \(([0-9a-f]{12}\+?|unknown)\)\n/) != nil)
  }

  private static let full = URL(fileURLWithPath: "/dev/full")

  /// Runs a program with its standard output where the test wants it.
  private func run(
    _ arguments: [String], of name: String = "livery", into output: FileHandle
  ) throws -> (code: Int32, errors: String) {
    let errors = Pipe()
    let process = try ChildProcess(
      WorkerProcess.binary(name), arguments,
      .init(output: output, errors: errors.fileHandleForWriting))
    try errors.fileHandleForWriting.close()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return (process.wait(), text)
  }

  private func example(_ name: String) -> String {
    Repository.root.appendingPathComponent("deploy/examples/\(name).jsonl").path
  }
}
