package import Rides

/// One count among the fleet's figures, as a database returns it: a row for each.
package struct FigureCount: Hashable, Sendable {
  /// What is counted.
  package enum Subject: Hashable, Sendable {
    case phase(RidePhase)
    case waiting
    case deadLetters(DeadLetterRecord.State)
    case subscriptions

    /// The subject that a statement names; nil for a word that this build does not know.
    package init?(_ name: String, state: String) {
      switch name {
      case "phase":
        guard let phase = RidePhase(rawValue: state) else { return nil }
        self = .phase(phase)
      case "waiting": self = .waiting
      case "dead letters":
        guard let state = DeadLetterRecord.State(rawValue: state) else { return nil }
        self = .deadLetters(state)
      case "subscriptions": self = .subscriptions
      default: return nil
      }
    }
  }

  private let subject: Subject
  private let tally: FleetFigures.Tally

  package init(_ subject: Subject, _ tally: FleetFigures.Tally) {
    self.subject = subject
    self.tally = tally
  }

  /// Puts the count where it belongs.
  package func add(to figures: inout FleetFigures) {
    switch subject {
    case .phase(let phase): figures.phases[phase] = tally
    case .waiting: figures.waiting = tally
    case .deadLetters(let state): figures.deadLetters[state] = tally
    case .subscriptions: figures.subscriptions = tally.count
    }
  }
}
