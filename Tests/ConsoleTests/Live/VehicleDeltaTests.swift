import JSON
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("What is sent of the vehicles")
struct VehicleDeltaTests {
  private static func row(
    _ name: String, silentFor seconds: Int = 1, ride: String? = nil, at now: Instant = noon
  ) -> VehicleRow {
    var record = VehicleRecord.sample(name, silentFor: seconds)
    record.ride = ride.map { RideIdentifier($0) }
    // It has a position.
    return VehicleRow(ListedVehicle(record), at: now)!
  }

  @Test("It is all at first, then what has changed, and nothing where nothing has")
  func changes() {
    let before = [Self.row("a"), Self.row("b"), Self.row("c")]
    let now = [Self.row("a"), Self.row("b", ride: "r"), Self.row("d")]
    let first = VehicleDelta(from: nil, to: before)
    #expect(first.isFull && first.rows == before && first.gone.isEmpty)
    let next = VehicleDelta(from: before, to: now)
    #expect(!next.isFull)
    #expect(next.rows == [Self.row("b", ride: "r"), Self.row("d")])
    #expect(next.gone == [VehicleIdentifier("c")])
    #expect(VehicleDelta(from: now, to: now).isEmpty)
    #expect(!VehicleDelta(from: nil, to: []).isEmpty)
  }

  @Test("All deltas together lead to what a full one has")
  func sum() {
    let readings: [[VehicleRow]] = (0..<20).map { step in
      (0..<10).filter { ($0 + step) % 4 > 0 }.map {
        Self.row("v-\($0)", silentFor: ($0 * step) % 3, ride: step % 5 == $0 ? "r" : nil)
      }
    }
    var shown: [VehicleIdentifier: VehicleRow] = [:]
    var last: [VehicleRow]?
    for reading in readings {
      let delta = VehicleDelta(from: last, to: reading)
      for row in delta.rows { shown[row.identifier] = row }
      for name in delta.gone { shown[name] = nil }
      last = reading
      #expect(shown.values.sorted { $0.identifier < $1.identifier } == reading)
    }
  }

  @Test("A row has the position, the course, the state, the age and the ride")
  func json() {
    let rows = [Self.row("a", silentFor: 3), Self.row("b", silentFor: 700, ride: "r")]
    let json = VehicleDelta(from: nil, to: rows).json(at: noon)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"at":"2027-01-15T08:00:00Z","full":true,"vehicles":["#
        + #"["a",41.88123,-87.63456,90,"free",3,null],"#
        + #"["b",41.88123,-87.63456,90,"silent",700,"r"]],"gone":[]}"#)
  }

  @Test("A reader is shown the place of a vehicle with a ride within a kilometer, others exactly")
  func masked() {
    let (free, taken) = (Self.row("a"), Self.row("b", ride: "r"))
    #expect(free.masked == free && taken.masked != taken)
    var events = VehicleEvents(from: [free, Self.row("b")], to: [free, taken], at: noon)
    func text(isFull: Bool, _ role: ConsoleRole) -> String {
      let event = events.event(isFull: isFull, maySeePersonal: role.maySeePersonal)
      return String(decoding: event ?? [], as: UTF8.self)
    }
    for _ in 1...2 {
      #expect(text(isFull: false, .reader).contains(#"["b",41.88,-87.63,"#))
      #expect(!text(isFull: false, .reader).contains("41.88123"))
      #expect(text(isFull: true, .reader).contains(#"["a",41.88123,-87.63456,"#))
      #expect(text(isFull: false, .agent).contains(#"["b",41.88123,-87.63456,"#))
    }
    var none = VehicleEvents(from: [taken], to: [taken], at: noon)
    #expect(none.event(isFull: false, maySeePersonal: false) == nil)
  }

  @Test("A vehicle without a position has no row, and is counted all the same")
  func unlocated() {
    var record = VehicleRecord.sample("a")
    record.location = nil
    var counts = VehicleCounts()
    counts.add(ListedVehicle(record), at: noon)
    #expect(VehicleRow(ListedVehicle(record), at: noon) == nil)
    #expect(counts.onDuty == 1 && counts[.silent] == 1 && counts[.free] == 0)
  }
}
