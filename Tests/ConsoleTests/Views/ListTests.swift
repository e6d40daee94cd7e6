import HTTP
import JSON
import MemoryStore
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("Lists")
struct ListTests {
  private let console: TestConsole
  private let agent: HTTPField

  init() throws {
    console = try TestConsole()
    agent = try console.signIn(.agent)
  }

  private func items(
    _ path: String, _ query: [(String, String)], named name: String
  ) -> (names: [String], next: String?) {
    let answer = console.get(path, agent, query: query.map { HTTPField($0, $1) })
    #expect(answer.status == 200)
    return (
      answer.body["items"]?.array?.compactMap { $0[name]?.string } ?? [],
      answer.body["next"]?.string
    )
  }

  @Test("The pages of a list have each ride once, the newest first", arguments: [1, 2, 3, 7])
  func ridePages(_ limit: Int) throws {
    // Two of each moment: then the identifiers decide.
    try console.store.write((0..<7).map { Ride.sample("r-\($0)", rider: "x\($0)", at: $0 / 2) })
    var (found, cursor): ([String], String?) = ([], nil)
    repeat {
      let query = [("limit", "\(limit)"), ("cursor", cursor ?? "")]
      let page = items("/api/rides", query, named: "rideIdentifier")
      #expect(page.names.count <= limit)
      found += page.names
      cursor = page.next
    } while cursor != nil && found.count <= 7
    #expect(found == ["r-6", "r-5", "r-4", "r-3", "r-2", "r-1", "r-0"])
  }

  @Test("The pages of a list have each vehicle once", arguments: [1, 2, 5])
  func vehiclePages(_ limit: Int) throws {
    try console.store.write([], (0..<5).map { .sample("v-\($0)") })
    var (found, cursor): ([String], String?) = ([], nil)
    repeat {
      let query = [("limit", "\(limit)"), ("cursor", cursor ?? "")]
      let page = items("/api/vehicles", query, named: "vehicleIdentifier")
      found += page.names
      cursor = page.next
    } while cursor != nil && found.count <= 5
    #expect(found == ["v-0", "v-1", "v-2", "v-3", "v-4"])
  }

  @Test("For a vehicle the newest 5,000 rides are looked at, and the next page goes on after them")
  func rareVehicle() throws {
    let usual = Ride.sample("r", at: 60).record
    try console.store.transaction(.write) { () throws(StoreError) in
      try console.store.insert(
        (0..<5_100).map { number in
          var record = usual
          record.rideIdentifier = RideIdentifier("r-\(number)")
          record.riderIdentifier = RiderIdentifier("x-\(number)")
          return record
        } + [Ride.sample("old", .ongoing).record])
    }
    let first = items("/api/rides", [("vehicle", "v-1")], named: "rideIdentifier")
    #expect(first.names == [])
    let query = [("vehicle", "v-1"), ("cursor", try #require(first.next))]
    let second = items("/api/rides", query, named: "rideIdentifier")
    #expect(second.names == ["old"] && second.next == nil)
  }

  @Test(
    "A filter lets through what it says",
    arguments: [
      ([("phase", "received")], ["a"]), ([("phase", "received,ongoing")], ["b", "a"]),
      ([("rider", "y")], ["b"]), ([("vehicle", "v-1")], ["b"]), ([("vehicle", "v-2")], []),
      ([("from", "2027-01-15T08:01:00Z")], ["b"]), ([("before", "2027-01-15T08:01:00Z")], ["a"]),
      ([("rider", "%' OR 1=1 --")], []),
    ])
  func rideFilters(_ query: [(String, String)], _ names: [String]) throws {
    try console.store.write([
      .sample("a", rider: "x"), .sample("b", rider: "y", at: 60, .ongoing),
    ])
    #expect(items("/api/rides", query, named: "rideIdentifier").names == names)
  }

  @Test(
    "A vehicle is in the state that it can be in",
    arguments: [
      (VehicleRecord.sample("v"), VehicleState.free), (.sample("v", onDuty: false), .offDuty),
      (.sample("v", silentFor: 599), .free), (.sample("v", silentFor: 600), .silent),
      (.sample("v", silentFor: 600, onDuty: false), .offDuty),
    ])
  func states(_ record: VehicleRecord, _ state: VehicleState) {
    #expect(VehicleState(of: ListedVehicle(record), at: noon) == state)
    var taken = record
    taken.ride = RideIdentifier("r")
    let isSilent = record.updatedAt <= noon.advanced(bySeconds: -600)
    #expect(VehicleState(of: ListedVehicle(taken), at: noon) == (isSilent ? .silent : .taken))
    var unlocated = record
    unlocated.location = nil
    let silent: VehicleState = record.onDuty ? .silent : .offDuty
    #expect(VehicleState(of: ListedVehicle(unlocated), at: noon) == silent)
  }

  @Test(
    "A parameter that makes no sense is refused by its name",
    arguments: [
      ("limit", "0"), ("limit", "x"), ("limit", "1000"), ("phase", "flying"), ("from", "yesterday"),
      ("cursor", "7"),
    ])
  func refuses(_ name: String, _ value: String) {
    let answer = console.get("/api/rides", agent, query: [HTTPField(name, value)])
    #expect(answer.code == "badRequest")
    #expect(answer.body["error"]?["message"]?.string?.hasPrefix(name) ?? false)
  }
}
