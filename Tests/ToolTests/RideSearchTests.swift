import Fleet
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("`livery rides` finds what an operator looks for")
struct RideSearchTests {
  private let store: ToolStore

  /// Rides a to d, an hour before noon and each a minute after the one before; e was booked at
  /// noon.
  init() throws {
    store = try ToolStore()
    let rides = [
      Self.ride("a", at: -3_600, .confirmed, vehicle: ("veh-1", "AB 1234", "Sam R.")),
      Self.ride("b", at: -3_540, .ongoing, vehicle: ("veh-2", "AB-12 35", "Zoë")),
      Self.ride("c", at: -3_480, .completed, vehicle: ("veh-1", "AB 1234", "Kim")),
      Self.ride("d", at: -3_420, .received, vehicle: nil),
      Self.ride("e", at: 0, .received, vehicle: nil),
    ]
    // Asked of a driver who said no ten minutes ago: the status has changed, the phase has not.
    let changes =
      [("a", 1, RidePhase.received, -3_600), ("a", 2, .confirmed, -60)]
      + [("d", 1, .received, -3_420), ("d", 2, .received, -1_200), ("d", 3, .received, -600)]
    try store.write { store throws(StoreError) in
      try store.insert(rides)
      try store.append(
        changes.map { ride, sequence, phase, seconds in
          StatusChange(
            key: StatusChangeKey(rideIdentifier: RideIdentifier(ride), sequence: sequence),
            phase: phase, occurredAt: noon.advanced(bySeconds: seconds), status: Array("{}".utf8),
            traceparent: nil, tracestate: nil)
        })
    }
  }

  private static func ride(
    _ name: String, at seconds: Int, _ phase: RidePhase,
    vehicle: (id: String, plate: String, driver: String)?
  ) -> RideRecord {
    var ride = Ride.sample(name, rider: "rider", at: seconds, phase)
    ride.status.vehicle = vehicle.map {
      Vehicle(identifier: VehicleIdentifier($0.id), registrationPlate: $0.plate)
    }
    ride.status.driver = vehicle.map { Driver(name: $0.driver) }
    var record = RideRecord.sample(name, rider: "rider", at: seconds, phase)
    record.vehicle = ride.status.vehicle?.identifier
    record.document = RideDocument.encode(ride)
    if name == "a" || name == "d" {
      record.updatedAt = noon.advanced(bySeconds: name == "a" ? -60 : -600)
    }
    return record
  }

  @Test(
    "by vehicle, plate, driver and the age of a phase",
    arguments: [
      (["--vehicle", "veh-1"], "ca"), (["--vehicle", "veh-9"], ""),
      (["--plate", "ab1234"], "ca"), (["--plate", "AB-1235"], "b"), (["--plate", "AB"], ""),
      (["--driver", "sam r."], "a"), (["--driver", "ZOË"], "b"),
      (["--vehicle", "veh-1", "--driver", "Kim"], "c"),
      (["--vehicle", "veh-1", "--phase", "confirmed"], "a"),
      (["--vehicle", "veh-1", "--before", "2027-01-15T07:02:00Z"], "a"),
      (["--older-than", "30m"], "db"), (["--older-than", "57m"], "db"),
      (["--older-than", "58m"], "b"), (["--older-than", "30s"], "dba"),
      (["--older-than", "0s"], "edba"), (["--phase", "received", "--older-than", "30m"], "d"),
      (["--phase", "completed", "--older-than", "1h"], ""),
      (["--phase", "completed", "--older-than", "10m"], "c"),
    ])
  func filters(_ arguments: [String], _ found: String) {
    let result = store.run(["rides"] + arguments, at: noon)
    #expect(result.code == .success, "\(result.error)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.compactMap { $0.dropFirst(22).first }.map(String.init).joined() == found)
  }

  @Test("says when there are more than it shows, also of rides that it had to read")
  func limit() {
    let result = store.run(["rides", "--vehicle", "veh-1", "--limit", "1"], at: noon)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(result.error == "livery: there are more than 1 such rides; --limit N shows more\n")
  }

  @Test("reads on where a page ends")
  func pages() throws {
    try store.write { store throws(StoreError) in
      try store.insert((0..<2_500).map { .sample("p\($0)", rider: "other", at: -$0 / 2) })
    }
    let result = store.run(["rides", "--driver", "Sam R."], at: noon)
    #expect(result.output.contains(" a "))
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test(
    "refuses times that no ride can have",
    arguments: [
      (
        ["--from", "2026-11-22T00:00:00Z", "--before", "2026-11-21T00:00:00Z"],
        "--from: expected a time that is not after --before, got 2026-11-22T00:00:00Z, which is "
          + "after 2026-11-21T00:00:00Z\n"
      ),
      (
        ["--older-than", "soon"],
        "--older-than: expected a length of time such as 90s, 30m, 2h or 1d, got 'soon'; see "
          + "`livery rides --help`\n"
      ),
      (
        ["--older-than", "-5m"],
        "--older-than: expected a length of time such as 90s, 30m, 2h or 1d, got '-5m'; see "
          + "`livery rides --help`\n"
      ),
    ])
  func refuses(_ arguments: [String], _ error: String) {
    let result = store.run(["rides"] + arguments, at: noon)
    #expect(result.code == .usage)
    #expect(result.error == "livery: \(error)")
    #expect(result.output == "")
  }
}
