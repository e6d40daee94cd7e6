import Fleet
import Foundation
import Rides
import Testing

@Suite struct BackoffTests {
  @Test(
    "The ceiling doubles from the base up to the cap",
    arguments: [
      (0, 0.1), (1, 0.2), (2, 0.4), (3, 0.8), (4, 1.6), (5, 3.2), (6, 6.4), (7, 10.0), (8, 10.0),
      (200, 10.0),
    ])
  func ceiling(_ attempts: Int, _ expected: Double) {
    var backoff = Backoff()
    for _ in 0..<attempts { _ = backoff.next { $0.upperBound } }
    #expect(backoff.ceiling == expected)
    #expect(backoff.next { $0.upperBound } == .seconds(expected))
  }

  @Test("The delay is drawn from zero to the ceiling")
  func jitter() {
    var backoff = Backoff(base: 1, cap: 4)
    var asked: [ClosedRange<Double>] = []
    let delays = (0..<4).map { _ in
      backoff.next { range in
        asked.append(range)
        return range.upperBound / 2
      }
    }
    #expect(asked == [0...1, 0...2, 0...4, 0...4])
    #expect(delays == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(2)])
  }

  @Test("A success starts again from the base")
  func reset() {
    var backoff = Backoff(base: 1, cap: 4)
    for _ in 0..<3 { _ = backoff.next() }
    #expect(backoff.attempt == 3)
    backoff.reset()
    #expect(backoff == Backoff(base: 1, cap: 4))
  }
}

@Suite struct WallClockTests {
  @Test("The wall clock agrees with Foundation's to a minute")
  func now() {
    let seconds = Double(WallClock.now().microseconds) / 1_000_000
    #expect(abs(seconds - Date().timeIntervalSince1970) < 60)
  }
}
