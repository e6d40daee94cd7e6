import Fleet
import Replay
import Rides
import Testing
import Tool

@testable import SimulatedCity

@Suite("The replay of a simulated city") struct CityReplayTests {
  @Test(
    "A local replay yields what was recorded, byte for byte", arguments: PaymentSystem.allCases)
  func outputs(_ payments: PaymentSystem) throws {
    let city = try RecordedCity.usual(payments)
    let replay = try LocalReplay(city.plan.parts, at: city.header.startedAt)
    var actual: [ReplayOutput] = []
    for request in city.requests {
      let step = try replay.replay(request)
      actual += step.before + step.outputs
    }
    actual += try replay.books()
    let expected = city.messages.compactMap(RecordedOutput.output)
    #expect(expected.count == city.summary.outputs)
    #expect(actual.count == expected.count)
    let difference = zip(actual, expected).first { $0 != $1 }
    #expect(difference == nil, "\(difference.map { "\($0.0.key) \($0.1.key)" } ?? "")")
    #expect(replay.checks.breaches == [])
  }

  @Test(
    "Messages that come up to a second later, in another order, have the same outcome",
    arguments: PaymentSystem.allCases)
  func jitter(_ payments: PaymentSystem) throws {
    let city = try RecordedCity.usual(payments)
    let replay = try LocalReplay(city.plan.parts, at: city.header.startedAt)
    var numbers = SeededNumbers(seed: 7)
    let late = city.requests.map { request in
      var late = request
      late.at = request.at.later(Double.random(in: 0...1, using: &numbers))
      return late
    }.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
    #expect(late.map(\.number) != city.requests.map(\.number))
    var actual: [ReplayOutput] = []
    for request in late {
      let step = try replay.replay(request)
      actual += step.before + step.outputs
    }
    let (before, after) = (Self.recorded(city).map(Self.timeless), actual.map(Self.timeless))
    // In the order of time: what comes later may follow from the first.
    let (known, found) = (Set(before), Set(after))
    let differences =
      before.filter { !found.contains($0) }.prefix(2)
      + after.filter { !known.contains($0) }.prefix(2)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  /// What outputs say, but for moments and for what is signed with one.
  private static func timeless(_ output: ReplayOutput) -> String {
    let body = String(decoding: output.body, as: UTF8.self)
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "TIME")
      .replacing(/"quoteIdentifier":"[^"]*"/, with: "QUOTE")
    let key = output.label.hasPrefix("payment") ? output.key : "\(output.kind) \(output.key)"
    return "\(key) \(body)"
  }

  /// The outputs of a recording, without the books at its end.
  private static func recorded(_ city: RecordedCity) -> [ReplayOutput] {
    city.messages.compactMap(RecordedOutput.output).filter { $0.kind != .books }
  }
}
