import Messages
import RideHandlers
import Rides

/// A kind of requests, each different from the one before, and who handles them.
struct Work {
  let name: String
  /// The next requests, so many, and when they come.
  var next: (_ count: Int) throws -> (batch: [Delivery], at: Instant)
  var handle: (_ batch: [Delivery], _ now: Instant) throws -> [Outcome]
  /// What each is answered.
  var code: ResponseCode?
  /// Whether the work comes to outcomes at all.
  var answers = true

  /// Handles batches in rounds after one that is not counted; what one request costs.
  mutating func cost(batch: Int, batches: Int, rounds: Int) throws -> Meter {
    var spent: [Meter] = []
    for round in 0...rounds {
      var meter = Meter()
      for _ in 0..<batches {
        let (deliveries, now) = try next(batch)
        let outcomes =
          round == 0
          ? try handle(deliveries, now) : try meter.add { try handle(deliveries, now) }
        try check(outcomes, of: batch)
      }
      spent.append(meter.shared(by: batch * batches))
    }
    return Meter.least(Array(spent.dropFirst()))
  }

  /// Handles batches for a while, at least one in each of the rounds.
  mutating func cost(batch: Int, patience: Double, rounds: Int) throws -> Meter {
    let first = try cost(batch: batch, batches: 1, rounds: 1)
    let whole = patience / Double(rounds + 1) / max(1, first.wall * Double(batch))
    return try cost(batch: batch, batches: min(100, max(1, Int(whole))), rounds: rounds)
  }

  private func check(_ outcomes: [Outcome], of count: Int) throws {
    if outcomes.isEmpty, !answers { return }
    guard outcomes.count == count else {
      throw Mistake("\(name): expected \(count) outcomes, came \(outcomes.count)")
    }
    for outcome in outcomes where outcome.note.code != code || outcome.note.isRepeat {
      throw Mistake("\(name): expected \(code?.rawValue ?? "no code"), came \(outcome.note)")
    }
  }
}

/// Why nothing could be measured.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
