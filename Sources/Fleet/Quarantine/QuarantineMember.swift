/// The place of one lane in the quarantine of its process.
package struct QuarantineMember: Sendable {
  private let gate: QuarantineGate
  private let lane: Int

  /// Lanes count from zero.
  package init(gate: QuarantineGate, lane: Int) {
    self.gate = gate
    self.lane = lane
  }

  /// Readable while the lanes do not consume freely; to be waited for, never read.
  var descriptor: Int32 { gate.descriptor }

  func duty(holding: PoisonQuarantine.Holding) -> PoisonQuarantine.Duty {
    gate.duty(of: lane, holding: holding)
  }

  var mayTakeAhead: Bool { gate.mayTakeAhead(lane) }

  func foundNothing() { gate.foundNothing(lane) }

  func yieldTurn() { gate.yieldTurn(lane) }

  func leave() { gate.leave(lane) }
}
