import BrokerFixture
import Messages
import Testing

/// How the workers are that a poison kills.
private struct FleetShape: Sendable, CustomTestStringConvertible {
  var processes: Int
  var lanes: Int
  var poisons = 1
  var beginIdle = false

  var testDescription: String {
    "\(processes) processes of \(lanes) lanes, \(poisons) poisons, idle first: \(beginIdle)"
  }
}

@Suite("A message that kills its worker", .blocking, .serialized)
struct PoisonTests {
  /// More attempts than this no neighbour of the poison may have had, of the twenty that are the
  /// limit.
  private static let mostAttempts = 12

  @Test(
    "Among 2,000 messages only the poison becomes a dead letter, and all others are answered",
    arguments: [
      FleetShape(processes: 1, lanes: 1), FleetShape(processes: 1, lanes: 4),
      FleetShape(processes: 3, lanes: 2, beginIdle: true),
      FleetShape(processes: 3, lanes: 2, poisons: 2),
    ])
  fileprivate func onlyThePoison(_ shape: FleetShape) throws {
    let run = try PoisonRun(messages: 2_000, poisons: shape.poisons)
    try run.work(processes: shape.processes, lanes: shape.lanes, beginIdle: shape.beginIdle)
    #expect(run.answers.count == 2_000 - shape.poisons)
    #expect(run.answers.keys.allSatisfy { !run.poisons.contains($0) })
    let most = run.answers.values.max() ?? 0
    #expect(most <= Self.mostAttempts, "attempts \(run.histogram), deaths \(run.deaths)")

    let letters = try run.client.deadLetters(.listOptions)
    #expect(Set(letters.compactMap(\.properties.messageID)) == run.poisons)
    #expect(letters.count == shape.poisons)
    for letter in letters {
      #expect(letter.properties.header("x-first-death-reason") == .string("delivery_limit"))
    }
  }
}
