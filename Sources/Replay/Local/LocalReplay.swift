import Fleet
import Messages
import RideHandlers
package import RideStore
package import Rides

/// Replays recorded messages on a fleet in this process, each at its recorded time.
package final class LocalReplay {
  /// Why a recorded message was not replayed.
  package enum Skipped: String, Sendable, CaseIterable {
    /// Its routing key is no type of the contract, so it reaches no queue.
    case unknownType = "of an unknown type"
    /// It was recorded as published by the fleet, which publishes it again on its own.
    case ownMessage = "published by the fleet"
  }

  /// What a replayed message has caused.
  package struct Step {
    /// The publications of the fleet's timers before the message.
    package var before: [ReplayOutput] = []
    /// What the message caused; empty where it was skipped.
    package var outputs: [ReplayOutput] = []
    package var skipped: Skipped?
  }

  private let fleet: LocalFleet
  private let store: any RideStore
  private var names = OutputNames()
  private let state: RecordedState?
  /// The rides that the replay knows, those of its state included.
  package private(set) var rides: Set<RideIdentifier> = []
  package private(set) var checks = PropertyChecks()
  /// The messages that were handled.
  package private(set) var handled = 0
  /// How many messages were skipped, for each reason.
  package private(set) var skipped: [Skipped: Int] = [:]

  /// A replay on a fleet of these parts, that starts at the time of the first message, or of the
  /// state that it begins with.
  package init(
    _ parts: LocalFleet.Parts, at start: Instant, from state: RecordedState? = nil
  ) throws(StoreError) {
    fleet = try LocalFleet(parts, at: start)
    store = try parts.openStore()
    self.state = state
    guard let state else { return }
    try state.load(into: store)
    rides = Set(state.rides.keys)
    checks = PropertyChecks(of: state)
  }

  /// Replays a message; the caller passes messages in the order of their times.
  package func replay(_ message: RecordedMessage) throws(StoreError) -> Step {
    guard message.kind == .request else { return skip(.ownMessage) }
    guard let family = MessageType(rawValue: message.routingKey)?.family else {
      return skip(.unknownType)
    }
    var step = Step(before: try pass(until: message.at))
    var properties = message.properties
    let correlationID = properties.correlationID ?? "livery-replay/\(message.number)"
    properties.correlationID = correlationID
    names.record(message.number, correlationID: correlationID)
    for outcome in state?.outcomes(of: message, family) ?? [] { try remember(outcome) }
    let published = fleet.handle(
      family, exchange: message.exchange, routingKey: message.routingKey, properties, message.body)
    step.outputs = outputs(published, cause: message.number, base: fleet.now)
    checks.check(message, step.outputs)
    handled += 1
    return step
  }

  /// Stores the outcome of a message from before the recording, unless it has been repeated since.
  private func remember(_ outcome: StoredOutcome) throws(StoreError) {
    try store.transaction(.write) { () throws(StoreError) in
      guard try store.outcomes([outcome.key]).isEmpty else { return }
      try store.store([outcome])
    }
  }

  private func skip(_ reason: Skipped) -> Step {
    skipped[reason, default: 0] += 1
    return Step(skipped: reason)
  }

  /// Lets time pass without a message; returns the publications of the fleet's timers.
  package func pass(until instant: Instant) throws(StoreError) -> [ReplayOutput] {
    var passed: [ReplayOutput] = []
    try fleet.advance(to: instant) { at, publications in
      passed += outputs(publications, cause: nil, base: at)
    }
    checks.check(nil, passed)
    return passed
  }

  /// The ledger of each ride, in the order of the rides; checks that it balances.
  package func books() throws(StoreError) -> [ReplayOutput] {
    var books: [ReplayOutput] = []
    for ride in rides.sorted() {
      let entries = try fleet.ledger(of: ride)
      let sheet = RideBooks(entries)
      checks.checkBooks(of: ride, sheet.transactionSums)
      guard !entries.isEmpty else { continue }
      books.append(
        ReplayOutput(
          kind: .books, key: ride.rawValue, cause: nil, base: fleet.now, label: "books",
          body: sheet.json))
    }
    return books
  }

  private func outputs(
    _ publications: [Publication], cause: Int?, base: Instant
  ) -> [ReplayOutput] {
    publications.compactMap { publication in
      let output = names.output(publication, cause: cause, base: base)
      if let output, output.kind == .event, let name = EventName(output.key) {
        rides.insert(name.rideIdentifier)
      }
      return output
    }
  }
}
