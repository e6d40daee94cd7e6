import Testing

@testable import Fleet

/// A question of a lane, and the answer.
private struct Asked: Sendable {
  var lane = 0
  var holding = PoisonQuarantine.Holding()
  var duty: PoisonQuarantine.Duty

  static func ask(
    _ lane: Int, consuming: Bool = false, new: Bool = false, attempts: Int? = nil,
    _ duty: PoisonQuarantine.Duty
  ) -> Asked {
    Asked(
      lane: lane,
      holding: PoisonQuarantine.Holding(
        isConsuming: consuming, hasNew: new, fewestAttempts: attempts),
      duty: duty)
  }
}

/// The first of two lanes scouts.
private let scouts = Asked.ask(0, .scout(prefetch: 1))

/// Two lanes that consume freely.
private let opened: [Asked] = [
  .ask(0, .scout(prefetch: 1)), .ask(1, .wait), .ask(0, consuming: true, new: true, .consume),
  .ask(0, consuming: true, .consume), .ask(1, .consume), .ask(1, consuming: true, .consume),
]

/// Conversations, each with a sentence that it shows.
private let table: [(what: String, asked: [Asked])] = [
  (
    "After a start one lane alone consumes, one message at a time",
    [
      .ask(1, .scout(prefetch: 1)), .ask(0, .wait),
      .ask(1, consuming: true, .scout(prefetch: 1)), .ask(0, .wait),
    ]
  ),
  ("When the scout is delivered something new, all consume freely", opened),
  (
    "Once the scout is delivered what was only returned, it consumes and handles a few at a time",
    [
      scouts, .ask(0, consuming: true, attempts: 1, .scout(prefetch: PoisonQuarantine.few)),
      .ask(0, consuming: true, attempts: 1, .handleFew), .ask(1, .wait),
      .ask(0, consuming: true, attempts: 2, .handleFew),
      .ask(0, consuming: true, .scout(prefetch: PoisonQuarantine.few)), .ask(1, .wait),
      .ask(0, consuming: true, new: true, .consume),
    ]
  ),
  (
    "A suspect of more attempts that the scout is delivered is handled alone, and it scouts on",
    [
      scouts, .ask(0, consuming: true, attempts: 3, .handleAlone), .ask(1, .wait),
      .ask(0, consuming: true, .scout(prefetch: 1)), .ask(1, .wait),
    ]
  ),
  (
    "A scout of a few that is delivered one of more attempts ends its consumer, and looks anew",
    [
      scouts, .ask(0, consuming: true, attempts: 1, .scout(prefetch: PoisonQuarantine.few)),
      .ask(0, consuming: true, attempts: 1, .handleFew),
      .ask(0, consuming: true, attempts: 3, .finish), .ask(1, .wait),
      .ask(0, attempts: 3, .handleAlone), .ask(1, .wait), scouts,
    ]
  ),
  (
    "A scout that is delivered both handles what is new first, then the suspects, and looks anew",
    [
      scouts, .ask(0, consuming: true, attempts: 1, .scout(prefetch: PoisonQuarantine.few)),
      .ask(0, consuming: true, new: true, attempts: 1, .finish), .ask(1, .wait),
      .ask(0, new: true, attempts: 1, .finish), .ask(0, attempts: 1, .handleFew), scouts,
    ]
  ),
  (
    "A lane that finds a suspect ends its consumer, handles what is new, then the suspect",
    opened + [
      .ask(0, consuming: true, new: true, attempts: 1, .finish),
      .ask(1, consuming: true, .finish), .ask(1, .wait),
      .ask(0, new: true, attempts: 1, .finish), .ask(1, .wait),
      .ask(0, attempts: 1, .handleFew), .ask(1, .wait), .ask(0, .scout(prefetch: 1)),
    ]
  ),
  (
    "No suspect is handled while another lane may still be delivered something or has it in hand",
    opened + [
      .ask(0, consuming: true, attempts: 1, .finish), .ask(0, attempts: 1, .wait),
      .ask(1, consuming: true, new: true, .finish), .ask(0, attempts: 1, .wait),
      .ask(1, new: true, .finish), .ask(0, attempts: 1, .wait), .ask(1, .wait),
      .ask(0, attempts: 1, .handleFew),
    ]
  ),
  (
    "Of all lanes' suspects those with the fewest attempts come first, one at a time",
    opened + [
      .ask(0, consuming: true, attempts: 3, .finish), .ask(0, attempts: 3, .wait),
      .ask(1, consuming: true, attempts: 1, .finish), .ask(1, attempts: 1, .handleFew),
      .ask(0, attempts: 3, .wait), .ask(1, attempts: 3, .handleAlone),
      .ask(0, attempts: 3, .wait), .ask(1, attempts: 5, .wait),
      .ask(0, attempts: 3, .handleAlone), .ask(1, attempts: 5, .wait), .ask(0, .wait),
      .ask(1, attempts: 5, .handleAlone), .ask(1, .scout(prefetch: 1)),
    ]
  ),
]

@Suite struct QuarantineTests {
  @Test(
    "Messages that may crash the process are handled in the order of the conversation",
    arguments: table)
  fileprivate func conversations(_ row: (what: String, asked: [Asked])) {
    var quarantine = PoisonQuarantine(lanes: 2)
    for (step, asked) in row.asked.enumerated() {
      let duty = quarantine.duty(of: asked.lane, holding: asked.holding)
      #expect(duty == asked.duty, "\(row.what): step \(step)")
    }
  }

  @Test("A scout that is delivered nothing lets all consume; who is not the scout does not")
  func nothingFound() {
    var quarantine = PoisonQuarantine(lanes: 2)
    _ = quarantine.duty(of: 0, holding: .init())
    quarantine.foundNothing(1)
    #expect(!quarantine.isOpen)
    quarantine.foundNothing(0)
    #expect(quarantine.isOpen)
    #expect(quarantine.duty(of: 1, holding: .init()) == .consume)
  }

  @Test("A lane receives ahead only while all consume freely, and not after it was stuck")
  func takingAhead() {
    var quarantine = PoisonQuarantine(lanes: 2)
    #expect(!quarantine.mayTakeAhead(0), "no lane has asked for its duty")
    quarantine = converse(opened)
    #expect(quarantine.mayTakeAhead(0) && quarantine.mayTakeAhead(1))
    quarantine.yieldTurn(1)
    #expect(quarantine.mayTakeAhead(0) && !quarantine.mayTakeAhead(1))
    #expect(quarantine.duty(of: 1, holding: .init(isConsuming: true)) == .consume)
    #expect(quarantine.mayTakeAhead(1), "it has published what it had")
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: 1))
    #expect(!quarantine.mayTakeAhead(0) && !quarantine.mayTakeAhead(1))
    quarantine = converse(opened)
    quarantine.leave(0)
    #expect(!quarantine.mayTakeAhead(0))
  }

  @Test("When a lane that delays others loses its connection, they continue")
  func leaving() {
    var quarantine = converse(opened)
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: 1))
    #expect(quarantine.duty(of: 0, holding: .init(fewestAttempts: 1)) == .wait)
    quarantine.leave(1)
    #expect(quarantine.duty(of: 0, holding: .init(fewestAttempts: 1)) == .handleFew)
    quarantine.leave(0)
    #expect(quarantine.duty(of: 1, holding: .init()) == .scout(prefetch: 1))
    quarantine.leave(1)
    #expect(quarantine.duty(of: 0, holding: .init()) == .scout(prefetch: 1), "another scouts")
  }

  @Test(
    "A lane that cannot publish delays no other, except for suspects near the limit",
    arguments: [
      (1, PoisonQuarantine.Duty.handleFew),
      (PoisonQuarantine.attemptsBesideStuck - 1, .handleAlone),
      (PoisonQuarantine.attemptsBesideStuck, .wait),
    ])
  func stuck(_ attempts: Int, _ duty: PoisonQuarantine.Duty) {
    var quarantine = converse(opened)
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: attempts))
    let suspect = PoisonQuarantine.Holding(fewestAttempts: attempts)
    #expect(quarantine.duty(of: 0, holding: suspect) == .wait, "the other has something in hand")
    quarantine.yieldTurn(1)
    #expect(quarantine.duty(of: 0, holding: suspect) == duty)
    // It has published at last, and ends its consumer.
    #expect(quarantine.duty(of: 1, holding: .init(isConsuming: true)) == .finish)
    #expect(quarantine.duty(of: 0, holding: suspect) == .wait)
    #expect(quarantine.duty(of: 1, holding: .init()) == .wait)
    let last = quarantine.duty(of: 0, holding: suspect)
    #expect(last == (attempts < PoisonQuarantine.attemptsAlone ? .handleFew : .handleAlone))
  }

  @Test("While a lane is stuck the others scout and consume, and it returns to the current state")
  func stuckWhileOthersConsume() {
    var quarantine = converse(opened)
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: 1))
    quarantine.yieldTurn(1)
    #expect(quarantine.duty(of: 0, holding: .init(fewestAttempts: 1)) == .handleFew)
    #expect(quarantine.duty(of: 0, holding: .init()) == .scout(prefetch: 1))
    #expect(quarantine.duty(of: 0, holding: .init(isConsuming: true, hasNew: true)) == .consume)
    #expect(quarantine.duty(of: 1, holding: .init(isConsuming: true)) == .consume)
    quarantine.yieldTurn(0)
    quarantine.leave(0)
    quarantine.yieldTurn(0)
    quarantine.leave(1)
    #expect(!quarantine.isOpen, "who is away is not stuck")
  }

  @Test("A scout that cannot publish its suspect leaves the scouting to another")
  func stuckScout() {
    var quarantine = PoisonQuarantine(lanes: 2)
    #expect(quarantine.duty(of: 0, holding: .init()) == .scout(prefetch: 1))
    let returned = PoisonQuarantine.Holding(isConsuming: true, fewestAttempts: 1)
    #expect(quarantine.duty(of: 0, holding: returned) == .scout(prefetch: PoisonQuarantine.few))
    #expect(quarantine.duty(of: 0, holding: returned) == .handleFew)
    #expect(quarantine.duty(of: 1, holding: .init()) == .wait)
    quarantine.yieldTurn(0)
    #expect(quarantine.duty(of: 1, holding: .init()) == .scout(prefetch: 1))
    #expect(quarantine.duty(of: 1, holding: .init(isConsuming: true, hasNew: true)) == .consume)
    #expect(quarantine.duty(of: 0, holding: .init(isConsuming: true)) == .consume)
  }

  @Test("A reconnecting lane does not stop the others; the first of all scouts")
  func comingBack() {
    var quarantine = converse(opened)
    quarantine.leave(0)
    #expect(quarantine.duty(of: 0, holding: .init()) == .consume)
    quarantine.leave(0)
    quarantine.leave(1)
    #expect(!quarantine.isOpen)
    #expect(quarantine.duty(of: 1, holding: .init()) == .scout(prefetch: 1))
  }

  @Test("What was handled alone is counted until all consume, and then from the start again")
  func counted() {
    var quarantine = PoisonQuarantine(lanes: 1)
    #expect(quarantine.duty(of: 0, holding: .init()) == .scout(prefetch: 1))
    for _ in 1...3 { _ = quarantine.duty(of: 0, holding: .init(fewestAttempts: 3)) }
    _ = quarantine.duty(of: 0, holding: .init(hasNew: true))
    #expect(quarantine.isOpen && quarantine.handledAlone == 3)
    _ = quarantine.duty(of: 0, holding: .init(fewestAttempts: 3))
    #expect(quarantine.handledAlone == 1)
  }

  @Test("No suspect is handled alone while another lane scouts with more than one on its way")
  func scoutBesideASuspect() {
    var quarantine = converse(opened)
    let returned = PoisonQuarantine.Holding(isConsuming: true, fewestAttempts: 1)
    _ = quarantine.duty(of: 0, holding: returned)
    quarantine.yieldTurn(1)
    #expect(quarantine.duty(of: 0, holding: .init()) == .scout(prefetch: 1))
    #expect(quarantine.duty(of: 0, holding: returned) == .scout(prefetch: PoisonQuarantine.few))
    #expect(quarantine.duty(of: 0, holding: returned) == .handleFew)
    #expect(
      quarantine.duty(of: 0, holding: .init(isConsuming: true))
        == .scout(prefetch: PoisonQuarantine.few))
    #expect(quarantine.duty(of: 1, holding: .init(isConsuming: true, fewestAttempts: 3)) == .finish)
    #expect(quarantine.duty(of: 1, holding: .init(fewestAttempts: 3)) == .wait)
    #expect(quarantine.duty(of: 0, holding: .init(isConsuming: true)) == .finish)
    #expect(quarantine.duty(of: 1, holding: .init(fewestAttempts: 3)) == .wait)
    #expect(quarantine.duty(of: 0, holding: .init()) == .wait)
    #expect(quarantine.duty(of: 1, holding: .init(fewestAttempts: 3)) == .handleAlone)
  }

  @Test("Lanes without a consumer do their part while returned messages are worked through")
  func readiness() {
    var quarantine = PoisonQuarantine(lanes: 2)
    #expect(!quarantine.worksThroughReturned, "no lane has a connection")
    _ = quarantine.duty(of: 0, holding: .init())
    #expect(quarantine.worksThroughReturned, "one scouts")
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: 2))
    #expect(quarantine.worksThroughReturned)
    _ = quarantine.duty(of: 0, holding: .init(isConsuming: true, fewestAttempts: 3))
    _ = quarantine.duty(of: 0, holding: .init(fewestAttempts: 3))
    #expect(!quarantine.worksThroughReturned, "one message may end the process")
    _ = quarantine.duty(of: 0, holding: .init())
    quarantine.foundNothing(0)
    #expect(!quarantine.worksThroughReturned, "each lane has its own consumer again")
  }

  private func converse(_ conversation: [Asked]) -> PoisonQuarantine {
    var quarantine = PoisonQuarantine(lanes: 2)
    for asked in conversation { _ = quarantine.duty(of: asked.lane, holding: asked.holding) }
    return quarantine
  }
}
