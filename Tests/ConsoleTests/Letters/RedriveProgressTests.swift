import JSON
import RideStore
import Rides
import Testing
import Tool

@testable import Console

@Suite("How far a redrive has come")
struct RedriveProgressTests {
  private static let letter = DeadLetterIdentifier("a")

  private static func progress(
    sent: Int, _ fates: [RedriveMachine.Fate], end: RedriveMachine.End? = nil, heldBack: Int = 0
  ) -> RedriveProgress {
    var progress = RedriveProgress(planned: 10)
    progress.add(sent: sent)
    for fate in fates { progress.add(fate, of: letter) }
    if let end { progress.end(end, heldBack: heldBack, at: noon) }
    return progress
  }

  @Test(
    "Every letter is counted once",
    arguments: [
      (progress(sent: 0, []), "waiting: 10 planned, 0 sent, 0 confirmed, 0 failed again", 10),
      (progress(sent: 3, [.handled, .handled]), "waiting: 10 planned, 3 sent, 2 confirmed, 0", 7),
      (
        progress(sent: 10, Array(repeating: .handled, count: 10), end: .done),
        "done: 10 planned, 10 sent, 10 confirmed, 0 failed again, 0 unknown, 0 held back, 0 "
          + "skipped, 0 left", 0
      ),
      (
        progress(sent: 4, [.handled, .failed("x"), .unknown, .failed("y")], end: .stopped),
        "stopped: 10 planned, 4 sent, 1 confirmed, 2 failed again, 1 unknown", 6
      ),
      (
        progress(
          sent: 3, Array(repeating: .failed("x"), count: 3), end: .causeIsStillThere("x"),
          heldBack: 2),
        "causeRemains: 10 planned, 3 sent, 0 confirmed, 3 failed again, 0 unknown, 2 held back", 5
      ),
      (
        progress(sent: 1, [.skipped, .handled, .skipped], end: .done, heldBack: 1),
        "done: 10 planned, 1 sent, 1 confirmed, 0 failed again, 0 unknown, 1 held back, 2 skipped",
        6
      ),
    ])
  func counts(_ progress: RedriveProgress, _ summary: String, _ left: Int) {
    #expect(progress.summary.hasPrefix(summary))
    #expect(progress.left == left)
    #expect(progress.state.isEnd == (progress.endedAt != nil))
  }

  @Test("The document has the reasons, the most frequent first, and the letters of some")
  func json() throws {
    let fates: [RedriveMachine.Fate] = [.failed("x"), .failed("y"), .failed("y"), .unknown]
    let progress = Self.progress(sent: 4, fates)
    let document = try JSONValue(parsing: JSONWriter.object { progress.write(into: &$0) })
    #expect(document["failures"]?[0]?["reason"]?.string == "y")
    #expect(document["failures"]?[0]?["count"]?.integer == 2)
    #expect(document["failedAgain"]?.integer == 3 && document["left"]?.integer == 6)
    #expect(document["remnants"]?.array?.count == 4)
    #expect(document["remnants"]?[3]?["reason"] == nil)
    let many = Self.progress(sent: 9, Array(repeating: .unknown, count: 200))
    #expect(many.remnants.count == 100 && many.unknown == 200)
  }

  @Test(
    "A form that makes no sense is refused by its member",
    arguments: [
      (#"{"filter":{},"count":1}"#, "reason"), (#"{"filter":{},"reason":"  "}"#, "reason"),
      (#"{"filter":{},"reason":"x","ramp":[]}"#, "ramp"),
      (#"{"filter":{},"reason":"x","ramp":[0]}"#, "ramp"),
      (#"{"filter":{},"reason":"x","rate":-1}"#, "rate"),
      (#"{"filter":{},"reason":"x","role":"redrive"}"#, "role"),
      (#"{"filter":{},"reason":"x","stopAfter":-1}"#, "stopAfter"),
      (#"{"filter":{},"reason":"x","edits":["a=1"]}"#, "edits"),
    ])
  func forms(_ body: String, _ member: String) throws {
    let fields = try JSONFields(parsing: Array(body.utf8))
    let error = #expect(throws: APIError.self) { try RedriveForm(fields, for: .operator) }
    #expect(error?.code == .badRequest && error?.message.contains(member) == true)
  }
}
