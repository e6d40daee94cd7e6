import BrokerFixture
import Fleet
import Foundation
import JSON
import Messages
import RideStore
import Rides
import Testing

@Suite("Dead letters in the console", .blocking)
struct ConsoleRedriveTests {
  private static let count = 500
  private static let riders = (0..<count).map { "rider-\($0)" }

  @Test("500 letters are redriven after the catalogue was mended, as all operators see")
  func redrive() throws {
    let fleet = try RunningFleet(replacing: [
      #""en_US": "Sedan", "es_US": "Sedán""#: #""en_US": "Saloon", "es_US": "Salón""#
    ])
    let letters = try LetterFleet(["request-ride-worker"], in: fleet)
    try letters.client.publish(Self.riders.map(letters.letter))
    try letters.waitForLetters(Self.count)
    let console = try RunningConsole(letters.fleet)
    let groups = try console.get("/api/dead-letters/groups")
    #expect(groups["items"]?[0]?["count"]?.integer == 500)
    let page = try console.get("/api/dead-letters?reason=contested&limit=200")
    #expect(page["items"]?.array?.count == 200 && page["next"] != nil)

    try refused(console)
    try causeRemains(console)
    #expect(try letters.letters([.dead]).count == Self.count)
    try letters.fleet.worker("request-ride-worker").killNow()
    try letters.fleet.startAndWait(
      ["request-ride-worker"],
      LetterFleet.settings.merging(["LIVERY_CATALOGUE": Repository.catalogue]) { $1 })
    try stopped(console)
    try pausedAndDone(console)
    #expect(try letters.letters([.redriven]).count == Self.count)
    #expect(try letters.fleet.unfinishedRides(of: Self.riders).count == Self.count)
    #expect(console.process.stop() == 0, "\(console.process.log)")
    try audit(letters)
  }

  private func begin(
    _ console: RunningConsole, _ more: String = "", count: Int64 = 500
  ) throws -> String {
    let begun = try console.post(
      "/api/redrives",
      #"{"filter":{},"count":\#(count),"includeAnswered":true,"reason":"mended"\#(more)}"#)
    return "/api/redrives/\(try #require(begun["id"]?.string, "\(begun)"))"
  }

  /// Who must not, how many there are not, and letters whose senders were answered.
  private func refused(_ console: RunningConsole) throws {
    let body = #"{"filter":{},"count":500,"reason":"x"}"#
    let forbidden = try console.post("/api/redrives", body, as: "agent")
    #expect(forbidden["error"]?["code"]?.string == "forbidden")
    let fewer = try console.post(
      "/api/redrives", #"{"filter":{},"count":499,"includeAnswered":true,"reason":"x"}"#)
    #expect(fewer["error"]?["code"]?.string == "conflict")
    let answered = try console.post("/api/redrives", #"{"filter":{},"dryRun":true}"#)
    #expect(answered["count"]?.integer == 500 && answered["planned"]?.integer == 0)
    #expect(answered["obstacles"]?[0]?["consent"]?.string == "answered")
    #expect(try console.post("/api/redrives", body)["error"]?["code"]?.string == "conflict")
  }

  /// While the catalogue is wrong, the first failures end it.
  private func causeRemains(_ console: RunningConsole) throws {
    let path = try begin(console)
    let end = try console.wait(path) { $0["endedAt"] != nil }
    #expect(end["state"]?.string == "causeRemains", "\(end)")
    #expect(end["failedAgain"]?.integer ?? 0 >= 3 && end["confirmed"]?.integer == 0)
  }

  private func stopped(_ console: RunningConsole) throws {
    let path = try begin(console, #","rate":1"#)
    let overlapping = try console.post(
      "/api/redrives",
      #"{"filter":{},"count":500,"includeAnswered":true,"reason":"twice"}"#, as: "admin")
    #expect(overlapping["error"]?["code"]?.string == "conflict")
    try console.post("\(path)/stop", "{}", as: "admin")
    let end = try console.wait(path) { $0["endedAt"] != nil }
    #expect(end["state"]?.string == "stopped" && end["left"]?.integer ?? 0 > 400, "\(end)")
  }

  private func pausedAndDone(_ console: RunningConsole) throws {
    let left = try console.post(
      "/api/redrives", #"{"filter":{},"dryRun":true,"includeAnswered":true}"#)
    let count = try #require(left["planned"]?.integer)
    let path = try begin(console, #","rate":50,"ramp":[100]"#, count: count)
    try console.post("\(path)/pause", "{}")
    let paused = try console.wait(path) {
      $0["state"]?.string == "paused" && $0["sent"]?.integer == $0["confirmed"]?.integer
    }
    #expect(paused["left"]?.integer ?? 0 > 0)
    #expect(try console.get("/api/redrives", as: "admin")["items"]?[0] == paused)
    try console.post("\(path)/resume", "{}", as: "admin")
    let end = try console.wait(path) { $0["endedAt"] != nil }
    #expect(end["state"]?.string == "done" && end["confirmed"]?.integer == count, "\(end)")
  }

  private func audit(_ letters: LetterFleet) throws {
    let store = try StoreSession.open(letters.fleet.location())
    let entries = try store.auditEntries(matching: AuditFilter(limit: 100))
    let seen = Set(entries.map { "\($0.account) \($0.action) \($0.outcome)" })
    let wanted = [
      "agent redrive denied", "operator redrive failed", "operator redrive done",
      "admin redrive-stop done", "operator redrive-pause done", "admin redrive-resume done",
      "operator redrive-end failed", "operator redrive-end done",
    ]
    #expect(seen.isSuperset(of: wanted), "\(seen)")
    #expect(entries.contains { $0.action == "redrive" && $0.reason == "mended" })
  }
}
