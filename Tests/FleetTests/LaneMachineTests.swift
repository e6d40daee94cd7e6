import Testing

@testable import Fleet

/// A state with the events that can happen in it, and what is then to be done; every other event
/// there is a mistake of the lane.
private let table: [(state: LaneMachine.State, event: LaneEvent, next: LaneMachine.State)] = [
  (.connecting, .connected(isInDoubt: false), .taking),
  (.connecting, .connected(isInDoubt: true), .handling(isRetry: true)),
  (.connecting, .brokerFailed, .waitingForBroker),
  (.connecting, .clockIsWrong, .waitingForBroker),
  (.waitingForBroker, .waited, .connecting),
  (.waitingForBroker, .brokerFailed, .waitingForBroker),
  (.taking, .took(0), .taking),
  (.taking, .took(1), .handling(isRetry: false)),
  (.taking, .storeIsAway, .away),
  (.taking, .brokerFailed, .waitingForBroker),
  (.taking, .clockIsWrong, .waitingForBroker),
  (.handling(isRetry: false), .handled, .publishing),
  (.handling(isRetry: false), .storeFailed, .waitingForStore),
  (.handling(isRetry: false), .brokerFailed, .waitingForBroker),
  (.handling(isRetry: false), .clockIsWrong, .waitingForBroker),
  (.handling(isRetry: true), .handled, .publishing),
  (.handling(isRetry: true), .storeFailed, .waitingForStore),
  (.handling(isRetry: true), .brokerFailed, .waitingForBroker),
  (.handling(isRetry: true), .clockIsWrong, .waitingForBroker),
  (.waitingForStore, .waited, .handling(isRetry: true)),
  (.waitingForStore, .storeIsAway, .away),
  (.waitingForStore, .brokerFailed, .waitingForBroker),
  (.away, .storeIsAway, .away),
  (.away, .waited, .connecting),
  (.away, .brokerFailed, .waitingForBroker),
  (.publishing, .published(mayTakeAhead: false), .confirming(.none)),
  (.publishing, .published(mayTakeAhead: true), .takingAhead),
  (.publishing, .brokerFailed, .waitingForBroker),
  (.takingAhead, .tookAhead(0), .confirming(.none)),
  (.takingAhead, .tookAhead(1), .handlingAhead),
  (.takingAhead, .brokerFailed, .waitingForBroker),
  (.handlingAhead, .handled, .confirming(.handled)),
  (.handlingAhead, .storeFailed, .confirming(.failed)),
  (.handlingAhead, .clockIsWrong, .waitingForBroker),
  (.handlingAhead, .brokerFailed, .waitingForBroker),
  (.confirming(.none), .confirmed, .acknowledging(.none)),
  (.confirming(.handled), .confirmed, .acknowledging(.handled)),
  (.confirming(.failed), .confirmed, .acknowledging(.failed)),
  (.confirming(.none), .brokerFailed, .waitingForBroker),
  (.confirming(.handled), .brokerFailed, .waitingForBroker),
  (.confirming(.failed), .brokerFailed, .waitingForBroker),
  (.acknowledging(.none), .acknowledged, .taking),
  (.acknowledging(.handled), .acknowledged, .publishing),
  (.acknowledging(.failed), .acknowledged, .waitingForStore),
  (.acknowledging(.none), .brokerFailed, .waitingForBroker),
  (.acknowledging(.handled), .brokerFailed, .waitingForBroker),
  (.acknowledging(.failed), .brokerFailed, .waitingForBroker),
]

private let connected = LaneEvent.connected(isInDoubt: false)

private let events: [LaneEvent] = [
  connected, .connected(isInDoubt: true), .brokerFailed, .clockIsWrong, .waited, .took(0), .took(1),
  .handled, .storeFailed, .storeIsAway,
  .published(mayTakeAhead: false), .published(mayTakeAhead: true), .tookAhead(0), .tookAhead(1),
  .confirmed, .acknowledged,
]

private let handled: [LaneEvent] = [connected, .took(1), .handled]
private let ahead = handled + [.published(mayTakeAhead: true), .tookAhead(1)]

/// The events that lead to each state.
private let ways: [(state: LaneMachine.State, events: [LaneEvent])] = [
  (.connecting, []),
  (.waitingForBroker, [.brokerFailed]),
  (.taking, [connected]),
  (.handling(isRetry: false), [connected, .took(1)]),
  (.handling(isRetry: true), [connected, .took(1), .storeFailed, .waited]),
  (.waitingForStore, [connected, .took(1), .storeFailed]),
  (.away, [connected, .took(1), .storeFailed, .storeIsAway]),
  (.publishing, handled),
  (.takingAhead, handled + [.published(mayTakeAhead: true)]),
  (.handlingAhead, ahead),
  (.confirming(.none), handled + [.published(mayTakeAhead: false)]),
  (.confirming(.handled), ahead + [.handled]),
  (.confirming(.failed), ahead + [.storeFailed]),
  (.acknowledging(.none), handled + [.published(mayTakeAhead: false), .confirmed]),
  (.acknowledging(.handled), ahead + [.handled, .confirmed]),
  (.acknowledging(.failed), ahead + [.storeFailed, .confirmed]),
]

@Suite struct LaneMachineTests {
  @Test("Every state does its own work", arguments: ways)
  func actions(_ way: (state: LaneMachine.State, events: [LaneEvent])) {
    let (machine, action) = drive(way.events)
    #expect(machine.state == way.state)
    #expect(action == self.action(of: way.state))
  }

  @Test("Every event that can happen leads where the table says", arguments: table)
  func moves(_ row: (state: LaneMachine.State, event: LaneEvent, next: LaneMachine.State)) {
    var (machine, _) = drive(way(to: row.state))
    let action = machine.next(after: row.event, isStopping: false)
    #expect(machine.state == row.next)
    #expect(action == self.action(of: row.next))
  }

  @Test("A stop ends waits, and lets the current batches be finished", arguments: table)
  func stopping(_ row: (state: LaneMachine.State, event: LaneEvent, next: LaneMachine.State)) {
    var (machine, _) = drive(way(to: row.state))
    let action = machine.next(after: row.event, isStopping: true)
    let next: LaneMachine.State =
      switch row.next {
      case .connecting, .waitingForBroker, .taking, .waitingForStore, .away,
        .handling(isRetry: true):
        .stopped
      case .takingAhead: .confirming(.none)
      default: row.next
      }
    #expect(machine.state == next)
    #expect(action == self.action(of: next))
  }

  @Test("The table has every pair that is not a mistake: what fails may fail anywhere")
  func complete() {
    for (state, _) in ways {
      #expect(table.contains { $0.state == state && $0.event == .brokerFailed })
      #expect(table.count { $0.state == state } >= 2)
    }
    for event in events { #expect(table.contains { $0.event == event }) }
  }

  @Test("A lane that has stopped stays so", arguments: events)
  func stopped(_ event: LaneEvent) {
    var machine = LaneMachine()
    #expect(machine.next(after: nil, isStopping: true) == .stop)
    #expect(machine.next(after: event, isStopping: false) == .stop)
  }

  @Test("An event that cannot happen is a mistake that ends the process")
  func impossible() async {
    await #expect(processExitsWith: .failure) {
      var machine = LaneMachine()
      _ = machine.next(after: .acknowledged, isStopping: false)
    }
  }

  private func drive(_ events: [LaneEvent]) -> (LaneMachine, LaneAction) {
    var machine = LaneMachine()
    var action = machine.next(after: nil, isStopping: false)
    for event in events { action = machine.next(after: event, isStopping: false) }
    return (machine, action)
  }

  private func way(to state: LaneMachine.State) -> [LaneEvent] {
    ways.first { $0.state == state }?.events ?? []
  }

  private func action(of state: LaneMachine.State) -> LaneAction {
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
}
