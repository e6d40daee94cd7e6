import BrokerFixture
import DatabaseFixture
import Foundation
import JSON
import MachineFixture
import Messages
import Testing

@Suite("A recording of a fleet that is on duty already", .blocking)
struct MidShiftRecordingTests {
  /// A fleet in mid-shift: vehicles on duty, a ride that its vehicle goes to, one under way, and
  /// one that has ended.
  private struct Shift {
    let fleet: RunningFleet
    let client: TestClient
    let approached: (ride: String, vehicle: String)
    let ongoing: (ride: String, vehicle: String)
    let ended: (ride: String, vehicle: String)
    private let database: TestDatabase?

    /// One whose vehicles may be anywhere at once, so that one of them is the nearest by far.
    private static func catalogue() throws -> String {
      let folder = FileManager.default.temporaryDirectory.appending(path: "shift-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.appending(path: "chicago.json")
      try String(contentsOfFile: Repository.catalogue, encoding: .utf8)
        .replacing(
          #""payment": {"#,
          with: #""positions": {"metresPerSecond": 100000}, "payment": {"#, maxReplacements: 1
        ).write(to: path, atomically: true, encoding: .utf8)
      return path.path
    }

    init(onPostgres: Bool) throws {
      database = try onPostgres ? TestDatabase() : nil
      fleet = try RunningFleet(store: database?.url, catalogue: Self.catalogue())
      try fleet.startAndWait()
      let client = try TestClient(fleet)
      self.client = client
      let rides = try ["rider-1", "rider-2", "rider-3"].map { try client.driven($0) }
      approached = (rides[0].ride, rides[0].vehicle)
      ongoing = (rides[1].ride, rides[1].vehicle)
      ended = (rides[2].ride, rides[2].vehicle)
      for event in ["arrived", "started"] { try report(event, ongoing) }
      try client.end(ended.ride, by: ended.vehicle)
      for name in ["veh-free", "veh-idle"] {
        _ = try client.ask("vehicle.update", Bodies.vehicle(name))
      }
    }

    func report(_ event: String, _ trip: (ride: String, vehicle: String)) throws {
      _ = try client.ask(
        "ride.update", Bodies.report(event, ride: trip.ride, vehicle: trip.vehicle))
    }

    /// What happens while it is recorded: each message needs what was there before.
    func goOn() throws {
      // One vehicle is by far the nearest, so that no worker can take another.
      try move("veh-free", to: Bodies.artInstitute)
      for name in ["veh-idle", approached.vehicle, ongoing.vehicle, ended.vehicle] {
        try move(name, to: Bodies.ohare)
      }
      let known = ContinuousClock.now + Patience.quiet
      try waitUntil("every worker knows where they are, and the sedan is listed") {
        let list = try client.ask("list-ride-options.handle", Bodies.list())
        return list.body["rideOptions"]?.array?.isEmpty == false && ContinuousClock.now > known
      }
      _ = try client.ask(
        "list-ride-options.handle", Bodies.list().replacing("en_US", with: "es_US"))
      for event in ["arrived", "started", "ended"] { try report(event, approached) }
      try report("ended", ongoing)
      let refused = #"{"vehicleIdentifier":"\#(ended.vehicle)","event":"ended"}"#
      #expect(try client.ask("ride.update", refused).reason == "missingField")
      let other = Bodies.report("ended", ride: ongoing.ride, vehicle: ended.vehicle)
      #expect(try client.ask("ride.update", other).reason == "unknownVehicle")
      let canceled = #"{"riderIdentifier":"rider-1","rideIdentifier":"\#(ended.ride)"}"#
      #expect(try client.ask("cancel-ride.handle", canceled).reason == "unknownRide")
      let conflict = Bodies.booking(rider: "rider-1", more: #","partySize":2"#)
      #expect(
        try client.ask("request-ride.handle", conflict, id: "rider-1").reason
          == "conflictingMessageIdentifier")
      let feedback =
        #"{"riderIdentifier":"rider-3","rideIdentifier":"\#(ended.ride)","rating":9}"#
      #expect(try client.ask("send-ride-feedback.handle", feedback).code == "success")
      try bookTwice()
      #expect(
        try client.ask("request-ride.handle", Bodies.booking(rider: "rider-2"), id: "rider-2").ride
          == ongoing.ride, "a repeat from before the recording")
    }

    /// A short report, without what the first one has said.
    private func move(_ vehicle: String, to place: String) throws {
      let body = #"{"vehicleIdentifier":"\#(vehicle)","sequence":2,"location":\#(place)}"#
      #expect(try client.ask("vehicle.update", body).code == "success")
    }

    /// A booking that comes too late at first, and then in time.
    private func bookTwice() throws {
      let body = Bodies.booking(rider: "rider-9")
      let passed = [Header("deadline", .string("2020-01-01T00:00:00Z"))]
      let late = try client.ask("request-ride.handle", body, id: "twice", headers: passed)
      #expect(late.reason == "deadlineExceeded")
      let booked = try client.ask("request-ride.handle", body, id: "twice")
      let ride = try #require(booked.ride)
      try waitUntil("the ride has a vehicle") {
        try client.ask("get-ride-status.handle", Bodies.status(rider: "rider-9", ride: ride)).phase
          == "confirmed"
      }
    }

    /// Records what goes on, and returns the file.
    func record(withStore: Bool = true) throws -> (path: String, output: String) {
      let path = fleet.folder.appendingPathComponent("\(UUID().uuidString).jsonl.gz").path
      let recorder = try WorkerProcess(
        "livery", environment: fleet.environment.filter { withStore || $0.key != "LIVERY_STORE" },
        folder: fleet.folder, arguments: ["record", path])
      try waitUntil("it records: \(recorder.output) \(recorder.log)") {
        recorder.output.contains("recording; end with Ctrl-C")
      }
      try goOn()
      #expect(recorder.end(by: SIGINT, SIGTERM) == 0, "\(recorder.log)")
      return (path, recorder.output)
    }
  }

  @Test(
    "A masked recording from mid-shift replays without a difference, and names a raised tariff",
    arguments: [false, true])
  func midShift(onPostgres: Bool) throws {
    let shift = try Shift(onPostgres: onPostgres)
    let (path, output) = try shift.record()
    #expect(output.contains("state: 5 vehicles on duty, 2 rides under way"), "\(output)")
    // Near the border of a zone a vehicle moves another way than a trip, and is nearer or farther.
    let estimates = ["estimatedPickupDate", "estimatedPickupEndDate", "estimatedDropOffDate"]
    let ignored = estimates.flatMap { ["--ignore", "**.\($0)"] }
    let replay = try shift.fleet.tool(["replay", "--local", "--verify", path] + ignored)
    #expect(replay.code == 0, "\(replay)")
    #expect(replay.output.contains("The replay equals what was expected."))
    try expectRaisedTariff(shift, path)
  }

  /// With the sedan's tariff raised, the prices of what was listed and booked in the recording
  /// differ, and nothing else: what was booked before keeps its price.
  ///
  /// The first of two products with the tariff is the sedan.
  private func expectRaisedTariff(_ shift: Shift, _ path: String) throws {
    let folder = shift.fleet.folder
    let raised = folder.appendingPathComponent("raised.json").path
    let usual = try String(
      contentsOfFile: shift.fleet.environment["LIVERY_CATALOGUE"] ?? "", encoding: .utf8)
    let tariff =
      #""base": "4.00",\#n            "perMile": "1.95",\#n            "#
      + #""perMinute": "0.30",\#n            "minimumFare": "7.50""#
    let higher = tariff.replacing("4.00", with: "4.20").replacing("1.95", with: "2.0475")
      .replacing("0.30", with: "0.315").replacing("7.50", with: "7.88")
    let place = try #require(usual.firstRange(of: tariff))
    try usual.replacingCharacters(in: place, with: higher).write(
      toFile: raised, atomically: true, encoding: .utf8)
    let (json, html) = (folder.path + "/report.json", folder.path + "/report.html")
    let replay = try shift.fleet.tool(
      "replay", "--local", path, "--against", raised, "--json", json, "--html", html)
    #expect(replay.code == 1, "\(replay)")
    let report = try JSONValue(
      parsing: Array(try Data(contentsOf: URL(filePath: json))),
      limits: JSONLimits(bytes: 1 << 24, depth: 32))
    #expect(report["missing"] == nil)
    #expect(report["counts"]?["missing"]?.integer == 0)
    #expect(report["counts"]?["unexpected"]?.integer == 0)
    let groups = try #require(report["groups"]?.array)
    for group in groups {
      #expect(group["class"]?.string == "price", "\(group)")
      #expect(group["leastChange"]?.string?.hasPrefix("-") == false, "\(group)")
      let element = group["element"]?.string ?? ""
      #expect(["", "Sedan", "Sedan, Base charge", "Base charge"].contains(element), "\(group)")
    }
    let lists = groups.filter {
      $0["label"]?.string == "list-ride-options.handle.response"
        && $0["path"]?.string == "rideOptions[].priceRange.maximumPrice"
    }
    #expect(lists.count == 1, "one tariff is one group in two languages: \(lists)")
    let page = try String(contentsOfFile: html, encoding: .utf8)
    for text in ["raised.json (sha256:", "chicago.json (sha256:", "In money: "] {
      #expect(page.contains(text))
    }
  }

  @Test("Without the store a replay says what it lacks, in the first line and in its exit code")
  func withoutStore() throws {
    let shift = try Shift(onPostgres: false)
    let (path, output) = try shift.record(withStore: false)
    #expect(output.contains("without LIVERY_STORE the vehicles on duty"), "\(output)")
    let replay = try shift.fleet.tool(
      "replay", "--local", path, "--against", Repository.catalogue)
    #expect(replay.code == 1, "\(replay)")
    #expect(
      replay.output.contains(
        "The replay lacks earlier state: 5 reports of vehicles became dead letters, 3 rides"),
      "\(replay.output)")
  }
}
