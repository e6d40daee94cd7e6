import RandomFixture
import Replay
import Rides
import Testing

@Suite struct IdentifierTests {
  private static let renamed = Outputs(rides: ["first", "second"], quotes: ["q2.x", "q2.y"])

  @Test(
    "New names of rides are learned from responses, in any order of the outputs", arguments: 1...40)
  func renamed(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let steps = Outputs().all.map { (true, $0) } + Self.renamed.all.map { (false, $0) }
    var comparison = Comparison()
    for (isExpected, output) in steps.shuffled(using: &numbers) {
      if isExpected { comparison.expect(output) } else { comparison.meet(output) }
    }
    #expect(comparison.pendingCount == 0)
    let report = comparison.finish()
    #expect(report.isEqual, "\(report.summary)")
    #expect(report.total[.equalByRule] == Outputs().all.count - 1)
    #expect(report.uses[.renamed("rideIdentifier")] ?? 0 > 0)
    #expect(report.uses[.renamed("source")] == 4)
    #expect(report.uses[.renamed("quoteIdentifier")] == 2)
  }

  @Test("A renamed ride whose event is missing is found", arguments: ["second/1", "second/2"])
  func missing(_ key: String) {
    let report = Comparison.report(
      Outputs().all, Self.renamed.all.filter { $0.key != key })
    #expect(report.summary == ["1 missing event"])
    #expect(report.total[.missing] == 1)
  }

  @Test("A name that was equal by its bytes before cannot mean another ride later")
  func contradictedByEarlier() {
    var other = Outputs().response(0)
    other.key = "9"
    let wrong = other.replacing(Outputs().rides[0], with: "unknown")
    let report = Comparison.report([Outputs().response(0), other], [Outputs().response(0), wrong])
    #expect(report.total[.equal] == 1)
    #expect(report.total[.different] == 1)
    #expect(Set(report.groups.map(\.shape.class)) == [.identifier])
  }

  @Test("A new name is a difference when the expected one turns out to be in use")
  func contradictedByLater() {
    var other = Outputs().response(0)
    other.key = "9"
    let wrong = other.replacing(Outputs().rides[0], with: "unknown")
    let report = Comparison.report([other, Outputs().response(0)], [wrong, Outputs().response(0)])
    #expect(report.total[.equal] == 1)
    #expect(report.total[.different] == 1)
    #expect(report.total[.equalByRule] == 0)
    #expect(report.groups.map(\.shape.class) == [.identifier])
    #expect(report.samples.map(\.key) == ["9"])
  }

  @Test("Two rides that are exchanged everywhere are found", arguments: [false, true])
  func exchanged(isReversed: Bool) {
    let exchanged = Outputs(rides: Outputs().rides.reversed())
    let expected = Outputs().all
    let report = Comparison.report(
      isReversed ? expected.reversed() : expected,
      isReversed ? exchanged.all.reversed() : exchanged.all)
    #expect(!report.isEqual)
    #expect(report.groups.contains { $0.shape.class == .identifier })
  }

  @Test("Two rides cannot have one new name")
  func sharedName() {
    let report = Comparison.report(
      Outputs().all, Outputs(rides: ["same", "same"]).all)
    #expect(!report.isEqual)
  }

  @Test("The composed identifiers of an event must name the ride of its data")
  func inconsistent() {
    let event = Self.renamed.event(0, 1)
    let wrong = event.replacing("/livery/rides/first", with: "/livery/rides/\(Outputs().rides[0])")
    let report = Comparison.report(
      [Outputs().response(0), Outputs().event(0, 1)], [Self.renamed.response(0), wrong])
    #expect(report.groups.map(\.shape.path) == ["source"])
  }

  @Test(
    "Identifiers of a body with blanks and escapes are noted without parsing",
    arguments: [
      #"{"rideIdentifier":"a"}"#, #"{ "rideIdentifier" : "a" }"#, #"{"rideIdentifier":"\u0061"}"#,
      #"{"x":{"rideIdentifier":"a"},"long":"0123456789"}"#, #"{"l":"ideId","rideIdentifier":"a"}"#,
      "{\"long\":\"0123456789\",\"rideIdentifier\"\n:\t\"a\"}",
    ])
  func noted(_ body: String) {
    var later = ReplayOutput.response(#"{"rideIdentifier":"a"}"#)
    later.key = "8"
    var wrong = ReplayOutput.response(#"{"rideIdentifier":"b"}"#)
    wrong.key = "8"
    let report = Comparison.report([.response(body), later], [.response(body), wrong])
    #expect(report.total[.different] == 1)
  }

  @Test("A text that only looks like the name of an identifier is none")
  func notNoted() {
    let body =
      #"{"message":"\"rideIdentifier\":\"a\"","x":["rideIdentifier","a"]}"#
    var later = ReplayOutput.response(#"{"rideIdentifier":"a"}"#)
    later.key = "8"
    var renamed = ReplayOutput.response(#"{"rideIdentifier":"b"}"#)
    renamed.key = "8"
    let report = Comparison.report([.response(body), later], [.response(body), renamed])
    #expect(report.total[.equalByRule] == 1)
  }
}
