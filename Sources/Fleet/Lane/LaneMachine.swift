/// What happened on a lane.
package enum LaneEvent: Equatable, Sendable {
  /// Both connections are open and the consumer is registered.
  case connected
  /// A connection could not be opened, or was lost.
  case brokerFailed
  /// The clock is wrong, and the connections are closed.
  case clockIsWrong
  /// A pause is over.
  case waited
  /// That many messages were taken.
  case took(Int)
  /// The batch is handled and its transaction committed.
  case handled
  /// The store did not do its part; nothing has changed.
  case storeFailed
  /// All publications of the batch are confirmed.
  case published
  /// The batch is acknowledged.
  case acknowledged
}

/// What a lane is to do next.
package enum LaneAction: Equatable, Sendable {
  /// Open the connections.
  case connect
  /// Drop the connections, pause for the back-off, and come back.
  case waitForBroker
  /// Take what has arrived.
  case take
  /// Handle the batch in hand.
  case handle
  /// Pause for the back-off, serving heartbeats, and come back.
  case waitForStore
  /// Publish the outcomes of the batch and wait for the confirms.
  case publish
  /// Acknowledge the batch.
  case acknowledge
  /// Close the connections; the lane is done.
  case stop
}

/// The order in which a lane does its work: a value that turns events into actions and does nothing
/// itself.
///
/// ```
///   connecting ──▶ taking ──▶ handling ──▶ publishing ──▶ acknowledging ─┐
///       ▲  ▲          ▲           │ ▲                                    │
///       │  │          └───────────┼─┼────────────────────────────────────┘
///       │  broker failed,         ▼ │
///       └─ whatever it was at   waiting for the store
/// ```
///
/// A message is acknowledged last. When the broker fails, the batch in hand is forgotten: the
/// broker delivers it again, and the store knows what was done. When the store fails, the same
/// batch is handled again. While the clock is wrong, a lane waits as for the broker, and begins
/// nothing.
package struct LaneMachine: Equatable, Sendable {
  /// What the lane is doing.
  package enum State: Equatable, Sendable {
    case connecting
    case waitingForBroker
    case taking
    case handling(isRetry: Bool)
    case waitingForStore
    case publishing
    case acknowledging
    case stopped
  }

  package private(set) var state = State.connecting

  package init() {}

  /// The first action, or the next one after an event.
  ///
  /// `isStopping` is whether the stop was asked for: the batch in hand is finished, and nothing
  /// more is begun.
  package mutating func next(after event: LaneEvent?, isStopping: Bool) -> LaneAction {
    if let event { state = Self.state(after: event, in: state) }
    switch state {
    case .connecting, .waitingForBroker, .taking, .waitingForStore:
      if isStopping { state = .stopped }
    case .handling(let isRetry):
      // A store that fails while the lane stops is not waited for; the broker keeps the batch.
      if isStopping, isRetry { state = .stopped }
    case .publishing, .acknowledging, .stopped:
      break
    }
    return action
  }

  private var action: LaneAction {
    switch state {
    case .connecting: .connect
    case .waitingForBroker: .waitForBroker
    case .taking: .take
    case .handling: .handle
    case .waitingForStore: .waitForStore
    case .publishing: .publish
    case .acknowledging: .acknowledge
    case .stopped: .stop
    }
  }

  private static func state(after event: LaneEvent, in state: State) -> State {
    switch (state, event) {
    case (.stopped, _): .stopped
    case (_, .brokerFailed): .waitingForBroker
    case (.connecting, .clockIsWrong), (.taking, .clockIsWrong), (.handling, .clockIsWrong):
      .waitingForBroker
    case (.waitingForBroker, .waited): .connecting
    case (.connecting, .connected): .taking
    case (.taking, .took(0)): .taking
    case (.taking, .took): .handling(isRetry: false)
    case (.handling, .handled): .publishing
    case (.handling, .storeFailed): .waitingForStore
    case (.waitingForStore, .waited): .handling(isRetry: true)
    case (.publishing, .published): .acknowledging
    case (.acknowledging, .acknowledged): .taking
    default:
      preconditionFailure("a lane that is \(state) cannot have \(event)")
    }
  }
}
