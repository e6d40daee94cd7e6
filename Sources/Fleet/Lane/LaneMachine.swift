/// What happened on a lane.
package enum LaneEvent: Equatable, Sendable {
  /// Both connections are open and the consumer is registered; whether a batch is in doubt, which
  /// the store may have kept before the last connection was lost.
  case connected(isInDoubt: Bool)
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
  /// The store has not answered for a while, and the connections are closed.
  case storeIsAway
  /// The publications of the batch are written as far as the broker takes them without a wait;
  /// whether more messages may be handled while it confirms them.
  case published(mayTakeAhead: Bool)
  /// That many messages were taken while the broker confirms the batch before.
  case tookAhead(Int)
  /// All publications of the batch are confirmed.
  case confirmed
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
  /// Handle the current batch.
  case handle
  /// Pause for the back-off, serving heartbeats, and come back.
  case waitForStore
  /// Pause for the back-off without connections, and look whether the store answers.
  case waitAway
  /// Publish the outcomes of the batch, without a wait.
  case publish
  /// Take what has arrived by now, without a wait.
  case takeAhead
  /// Wait for the confirms, and publish again what the broker has not taken.
  case confirm
  /// Acknowledge the batch that is confirmed.
  case acknowledge
  /// Close the connections; the lane is done.
  case stop
}

/// The order in which a lane does its work: a value that turns events into actions and does nothing
/// itself.
///
/// ```
///   connecting ──▶ taking ──▶ handling ──▶ publishing ──▶ confirming ──▶ acknowledging ─┐
///       ▲  ▲          ▲         │ ▲            │  ▲            ▲             │          │
///       │  │          └─────────┼─┼────────────┼──┼────────────┼─────────────┼──────────┘
///       │  broker failed,       ▼ │            │  └────────────┼─────────────┘
///       └─ in any state   waiting for          ▼               │   the next is handled
///       ▲                  the store      taking ahead ──▶ handling ahead
///       │                     ▼
///       └─ store answers ─── away
/// ```
///
/// A message is acknowledged last. While the broker confirms a batch, the next is taken and
/// handled: the database works while the broker does. The next is published when all of the first
/// is confirmed, so that the events of a ride keep their order, and acknowledged after its own
/// confirms. There are never more than two.
///
/// When the broker fails, both batches are forgotten: the broker delivers them again, and the store
/// knows what was done. When the store fails, the batch before is finished, and the same batch is
/// handled again, alone. When both fail, the batch is handled again on the next connection, for
/// the changes that the store may have kept, and not acknowledged. While the clock is wrong, a lane
/// waits as for the broker, and begins nothing.
///
/// A lane whose store does not answer for a while closes its connections, so that workers with a
/// store get its messages. It connects again when its store has answered, and not before: each
/// return of a message counts as an attempt.
package struct LaneMachine: Equatable, Sendable {
  /// What the lane is doing.
  package enum State: Equatable, Sendable {
    case connecting
    case waitingForBroker
    case taking
    case handling(isRetry: Bool)
    case waitingForStore
    case away
    case publishing
    case takingAhead
    case handlingAhead
    case confirming(Next)
    case acknowledging(Next)
    case stopped
  }

  /// What has become of the batch that was taken ahead.
  package enum Next: Equatable, Sendable {
    /// There is none.
    case none
    /// It is handled, and to be published.
    case handled
    /// The store has failed, and it is to be handled again.
    case failed
  }

  package private(set) var state = State.connecting

  package init() {}

  /// The first action, or the next one after an event.
  ///
  /// `isStopping` is whether the stop was asked for: the current batches are finished, and no other
  /// is begun.
  package mutating func next(after event: LaneEvent?, isStopping: Bool) -> LaneAction {
    if let event { state = Self.state(after: event, in: state) }
    guard isStopping else { return action }
    switch state {
    case .connecting, .waitingForBroker, .taking, .waitingForStore, .away: state = .stopped
    // A store that fails while the lane stops is not waited for; the broker keeps the batch.
    case .handling(let isRetry): if isRetry { state = .stopped }
    case .takingAhead: state = .confirming(.none)
    case .publishing, .handlingAhead, .confirming, .acknowledging, .stopped: break
    }
    return action
  }

  private var action: LaneAction {
    switch state {
    case .connecting: .connect
    case .waitingForBroker: .waitForBroker
    case .taking: .take
    case .handling, .handlingAhead: .handle
    case .waitingForStore: .waitForStore
    case .away: .waitAway
    case .publishing: .publish
    case .takingAhead: .takeAhead
    case .confirming: .confirm
    case .acknowledging: .acknowledge
    case .stopped: .stop
    }
  }

  private static func state(after event: LaneEvent, in state: State) -> State {
    switch (state, event) {
    case (.stopped, _): .stopped
    case (_, .brokerFailed): .waitingForBroker
    case (.connecting, .clockIsWrong), (.taking, .clockIsWrong), (.handling, .clockIsWrong),
      (.handlingAhead, .clockIsWrong):
      .waitingForBroker
    case (.waitingForBroker, .waited), (.away, .waited): .connecting
    case (.connecting, .connected(let isInDoubt)):
      isInDoubt ? .handling(isRetry: true) : .taking
    case (.taking, .took(0)): .taking
    case (.taking, .took): .handling(isRetry: false)
    case (.handling, .handled): .publishing
    case (.handling, .storeFailed): .waitingForStore
    case (.waitingForStore, .waited): .handling(isRetry: true)
    case (.taking, .storeIsAway), (.waitingForStore, .storeIsAway), (.away, .storeIsAway): .away
    case (.publishing, .published(let mayTakeAhead)):
      mayTakeAhead ? .takingAhead : .confirming(.none)
    case (.takingAhead, .tookAhead(0)): .confirming(.none)
    case (.takingAhead, .tookAhead): .handlingAhead
    case (.handlingAhead, .handled): .confirming(.handled)
    case (.handlingAhead, .storeFailed): .confirming(.failed)
    case (.confirming(let next), .confirmed): .acknowledging(next)
    case (.acknowledging(.none), .acknowledged): .taking
    case (.acknowledging(.handled), .acknowledged): .publishing
    case (.acknowledging(.failed), .acknowledged): .waitingForStore
    default:
      preconditionFailure("a lane that is \(state) cannot have \(event)")
    }
  }
}
