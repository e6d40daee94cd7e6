/// The place of one lane in the isolation of its process.
package struct LaneSeat: Sendable {
  private let gate: IsolationGate
  private let lane: Int

  /// Lanes count from zero.
  package init(gate: IsolationGate, lane: Int) {
    self.gate = gate
    self.lane = lane
  }

  /// Readable while the lanes do not consume freely; to be waited for, never read.
  var descriptor: Int32 { gate.descriptor }

  func duty(holding: Isolation.Holding) -> Isolation.Duty {
    gate.duty(of: lane, holding: holding)
  }

  var mayTakeAhead: Bool { gate.mayTakeAhead(lane) }

  func foundNothing() { gate.foundNothing(lane) }

  func standAside() { gate.standAside(lane) }

  func leave() { gate.leave(lane) }
}
