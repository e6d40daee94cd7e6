import Testing

@testable import Fleet

/// A state with the events that can happen in it, and what is then to be done; every other event
/// there is a mistake of the lane.
private let table: [(state: LaneMachine.State, event: LaneEvent, next: LaneMachine.State)] = [
  (.connecting, .connected, .taking),
  (.connecting, .brokerFailed, .waitingForBroker),
  (.connecting, .clockIsWrong, .waitingForBroker),
  (.waitingForBroker, .waited, .connecting),
  (.waitingForBroker, .brokerFailed, .waitingForBroker),
  (.taking, .took(0), .taking),
  (.taking, .took(1), .handling(isRetry: false)),
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
  (.waitingForStore, .brokerFailed, .waitingForBroker),
  (.publishing, .published, .acknowledging),
  (.publishing, .brokerFailed, .waitingForBroker),
  (.acknowledging, .acknowledged, .taking),
  (.acknowledging, .brokerFailed, .waitingForBroker),
]

private let states: [LaneMachine.State] = [
  .connecting, .waitingForBroker, .taking, .handling(isRetry: false), .handling(isRetry: true),
  .waitingForStore, .publishing, .acknowledging, .stopped,
]

private let events: [LaneEvent] = [
  .connected, .brokerFailed, .clockIsWrong, .waited, .took(0), .took(1), .handled, .storeFailed,
  .published, .acknowledged,
]

/// The events that lead to each state.
private let ways: [(state: LaneMachine.State, events: [LaneEvent])] = [
  (.connecting, []),
  (.waitingForBroker, [.brokerFailed]),
  (.taking, [.connected]),
  (.handling(isRetry: false), [.connected, .took(1)]),
  (.handling(isRetry: true), [.connected, .took(1), .storeFailed, .waited]),
  (.waitingForStore, [.connected, .took(1), .storeFailed]),
  (.publishing, [.connected, .took(1), .handled]),
  (.acknowledging, [.connected, .took(1), .handled, .published]),
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

  @Test("A stop ends what only waits, and lets a batch in hand be finished", arguments: table)
  func stopping(_ row: (state: LaneMachine.State, event: LaneEvent, next: LaneMachine.State)) {
    var (machine, _) = drive(way(to: row.state))
    let action = machine.next(after: row.event, isStopping: true)
    let finishes: [LaneMachine.State] = [.handling(isRetry: false), .publishing, .acknowledging]
    #expect(machine.state == (finishes.contains(row.next) ? row.next : .stopped))
    #expect(action == (finishes.contains(row.next) ? self.action(of: row.next) : .stop))
  }

  @Test("The table has every pair that is not a mistake: what fails may fail anywhere")
  func complete() {
    for state in states where state != .stopped {
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
    case .handling: .handle
    case .waitingForStore: .waitForStore
    case .publishing: .publish
    case .acknowledging: .acknowledge
    case .stopped: .stop
    }
  }
}
