import Fleet
import Messages
import RideStore
import Rides
import Testing

@testable import Tool

@Suite("`livery rides`")
struct RidesCommandTests {
  private let store: ToolStore

  init() throws {
    store = try ToolStore()
    var unpaid = RideRecord.sample("d", rider: "rider-42", at: 180, .completed)
    unpaid.obligation = .payment
    let rides = [
      RideRecord.sample("a", rider: "rider-42", at: 0), .sample("b", rider: "rider-7", at: 60),
      .sample("c", rider: "rider-42", at: 120, .ongoing), unpaid,
    ]
    try store.write { store throws(StoreError) in try store.insert(rides) }
  }

  @Test("lists rides in columns, the newest first")
  func columns() {
    let result = store.run("rides")
    #expect(result.code == .success)
    #expect(
      result.output == """
        2027-01-15T08:03:00Z  d  rider-42  completed (canceledByUser)  SUV  owes payment
        2027-01-15T08:02:00Z  c  rider-42  ongoing                     SUV
        2027-01-15T08:01:00Z  b  rider-7   received                    SUV
        2027-01-15T08:00:00Z  a  rider-42  received                    SUV

        """)
    #expect(result.error == "")
  }

  @Test(
    "lists only what is asked for",
    arguments: [
      (["--rider", "rider-42"], "dca"), (["--phase", "received"], "ba"),
      (["--phase", "received", "--phase", "ongoing"], "cba"), (["--rider", "nobody"], ""),
      (["--from", "2027-01-15T08:01:00Z"], "dcb"), (["--before", "2027-01-15T08:01:00Z"], "a"),
      (["--from", "2027-01-15T09:01:00+01:00", "--before", "2027-01-15T08:03:00Z"], "cb"),
      (["--phase", "completed", "--rider", "rider-7"], ""),
    ])
  func filters(_ arguments: [String], _ found: String) {
    let result = store.run(["rides"] + arguments)
    #expect(result.code == .success)
    let lines = result.output.split(separator: "\n")
    #expect(lines.compactMap { $0.dropFirst(22).first }.map(String.init).joined() == found)
  }

  @Test("says when there are more than it shows, and only then")
  func limit() {
    let some = store.run("rides", "--limit", "3")
    #expect(some.code == .success)
    #expect(some.output.split(separator: "\n").count == 3)
    #expect(some.error == "livery: there are more than 3 such rides; --limit N shows more\n")
    #expect(store.run("rides", "--limit", "4").error == "")
  }

  @Test(
    "shows the next step as of now, and how late it is",
    arguments: [
      (RidePhase.confirmed, -540, "pickup in 77 s"), (.confirmed, 0, "pickup 8 min late"),
      (.received, -463, "pickup in 0 s"), (.pickup, 0, "departure 8 min late"),
      (.ongoing, 0, "drop-off 8 min late"),
    ])
  func lateness(_ phase: RidePhase, _ seconds: Int, _ text: String) throws {
    var ride = Ride.sample("late", rider: "r", at: -540, phase)
    let estimate = noon.advanced(bySeconds: -463)
    (ride.status.estimatedPickupDate, ride.status.estimatedDropOffDate) = (estimate, estimate)
    ride.status.estimatedPickupEndDate = estimate
    var record = RideRecord.sample("late", rider: "r", at: -540, phase)
    record.document = RideDocument.encode(ride)
    try store.write { [record] store throws(StoreError) in try store.insert([record]) }
    let now = noon.advanced(bySeconds: seconds)
    let listed = store.run(["rides", "--rider", "r"], at: now).output
    #expect(listed.hasSuffix("  SUV  \(text)\n"), "\(listed)")
    let shown = store.run(["ride", "late"], at: now).output
    #expect(shown.contains("\nnext        \(text)\n"), "\(shown)")
  }

  @Test("S7: shows by how much estimates were off, as errors of prices are shown")
  func S7_estimates() throws {
    for (name, late, longer) in [("x", 60, -30), ("y", 120, 90), ("z", -40, 10)] {
      var ride = Ride.sample(name, rider: "r", at: 0, .completed)
      ride.commitment = Ride.Commitment(
        since: ride.createdAt, estimatedPickup: noon.advanced(bySeconds: 300))
      ride.arrivedAt = noon.advanced(bySeconds: 300 + late)
      (ride.startedAt, ride.routeSeconds) = (noon.advanced(bySeconds: 500), 600)
      ride.endedAt = noon.advanced(bySeconds: 1100 + longer)
      var record = RideRecord.sample(name, rider: "r", at: 0, .completed)
      record.document = RideDocument.encode(ride)
      try store.write { [record] store throws(StoreError) in try store.insert([record]) }
    }
    let shown = store.run("rides", "--rider", "r", "--estimates")
    #expect(shown.code == .success)
    #expect(
      shown.output == """
        rides    3
        promised against real:      used  median error  median bias  quartiles
          pickup                       3          60 s        +60 s  +10 s to +90 s
          drop-off                     3          30 s        +10 s  -10 s to +50 s

        """)
    let json = store.run("rides", "--rider", "r", "--estimates", "--json").output
    #expect(json.contains(#""pickup":{"used":3,"medianError":60,"medianBias":60,"#), "\(json)")
  }

  @Test("shows since when a payment has been in its state")
  func openPayments() throws {
    var record = RideRecord.sample("paying", rider: "payer", at: -900, .completed)
    record.payments = [
      OpenPayment(
        key: "fare:capture:1", kind: .fare, state: .requested,
        since: noon.advanced(bySeconds: -540))
    ]
    try store.write { [record] store throws(StoreError) in try store.insert([record]) }
    let listed = store.run("rides", "--rider", "payer").output
    #expect(listed.hasSuffix("  SUV  fare requested for 9 min\n"), "\(listed)")
    let shown = store.run("ride", "paying").output
    #expect(
      shown.contains(
        "open payments\n"
          + "  fare:capture:1  fare requested for 9 min, since 2027-01-15T07:51:00Z\n"), "\(shown)")
    for command in [["rides", "--rider", "payer", "--json"], ["ride", "paying", "--json"]] {
      let json = store.run(command).output
      let payments = #""openPayments":[{"key":"fare:capture:1","kind":"fare","#
      #expect(json.contains(payments + #""state":"requested","since":"2027-01-15T07:51:00Z"}]"#))
    }
  }

  @Test("gives each ride as one JSON line")
  func json() {
    let result = store.run("rides", "--json", "--limit", "2")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    let start = #"{"area":"chicago","product":"suv","createdAt":"2027-01-15T08:03:00Z","#
    #expect(lines[0].hasPrefix(start + #""obligation":"payment","status":{"rideIdentifier":"d","#))
    #expect(lines[1].hasPrefix(#"{"area":"chicago","product":"suv","createdAt":"2027-"#))
    #expect(!lines[1].contains("obligation"))
  }

  @Test("names a ride that cannot be read, and ends with 65")
  func damaged() throws {
    var broken = RideRecord.sample("e", rider: "r", at: 240)
    broken.document = Array("{}".utf8)
    try store.write { [broken] store throws(StoreError) in try store.insert([broken]) }
    let result = store.run("rides")
    #expect(result.code == .data)
    #expect(result.output == "")
    #expect(result.error.hasPrefix("livery: ride e: the stored document cannot be read: "))
  }

  @Test(
    "refuses a filter that it does not understand",
    arguments: [
      (["--phase", "flying"], "--phase: expected received or "),
      (["--from", "yesterday"], "--from: expected a time such as 2026-11-21T05:00:00Z, got "),
      (["--limit", "0"], "--limit: expected a whole number from 1 to 10000, got '0'"),
      (["d"], "unexpected argument 'd'"),
    ])
  func refuses(_ arguments: [String], _ mistake: String) {
    let result = store.run(["rides"] + arguments)
    #expect(result.code == .usage)
    #expect(result.error.hasPrefix("livery: \(mistake)"))
  }
}
