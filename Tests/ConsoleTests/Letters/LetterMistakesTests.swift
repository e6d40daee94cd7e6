import RideStore
import Rides
import Testing

@testable import Console

@Suite("What is wrong with a dead letter")
struct LetterMistakesTests {
  private static let places =
    #""rideOptionName":"SUV","pickupLocation":{"latitude":41.8,"longitude":-87.6}"#

  @Test(
    "Each mistake is named with its place, and that of which the letter died comes first",
    arguments: [
      (#"{"riderIdentifier":"x",\#(places),"partySize":"two"}"#, ["partySize!"]),
      (#"{"riderIdentifier":"x",\#(places)}"#, ["partySize!"]),
      (#"{"riderIdentifier":7,\#(places),"partySize":"two"}"#, ["partySize!", "riderIdentifier"]),
      (#"{"riderIdentifier":"x",\#(places),"rush":1}"#, ["partySize!", "rush?"]),
      (
        #"{"riderIdentifier":"x","rideOptionName":"SUV","pickupLocation":{"latitude":99}}"#,
        ["partySize!", "pickupLocation.latitude", "pickupLocation.longitude"]
      ),
      ("{", ["partySize!", ""]),
    ])
  func mistakes(_ body: String, _ wanted: [String]) {
    let all = LetterMistakes(of: .sample("a", body: body)).all
    #expect(all.map { $0.path + ($0.isFault ? "!" : "") + ($0.isUnread ? "?" : "") } == wanted)
  }

  @Test("A mistake has what there is, and what is expected")
  func expectation() throws {
    let body = #"{"riderIdentifier":"x",\#(Self.places),"partySize":"two"}"#
    let mistake = try #require(LetterMistakes(of: .sample("a", body: body)).all.first)
    #expect(mistake.value == #""two""#)
    #expect(mistake.expected.hasPrefix("a whole number"))
  }

  @Test("A header at fault is shown, and an edited letter has no fault before it is sent")
  func headers() {
    let header = DeadLetterRecord.sample(
      "a", path: "headers.deadline", body: #"{"riderIdentifier":"x",\#(Self.places)}"#)
    #expect(LetterMistakes(of: header).all.map(\.value) == ["2026-11-21T05:05:00Z"])
    var edited = header
    edited.replaces = DeadLetterIdentifier("b")
    #expect(LetterMistakes(of: edited).all.isEmpty)
    edited.redrives = 1
    #expect(LetterMistakes(of: edited).all.count == 1)
  }

  @Test(
    "Two bodies differ at places",
    arguments: [
      (
        #"{"a":1,"b":{"c":[1,2]}}"#, #"{"b":{"c":[1,3,4]}}"#,
        ["a 1 -", "b.c[1] 2 3", "b.c[2] - 4"]
      ),
      (#"{"a":1}"#, #"{ "a" : 1 }"#, []), (#"{"a":1}"#, "{", [#" {"a":1} {"#]),
    ])
  func differences(_ before: String, _ after: String, _ wanted: [String]) {
    let all = BodyDifferences(Array(before.utf8), Array(after.utf8)).all
    #expect(all.map { "\($0.path) \($0.before ?? "-") \($0.after ?? "-")" } == wanted)
  }
}
