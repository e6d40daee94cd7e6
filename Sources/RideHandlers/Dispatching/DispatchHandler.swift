package import Messages
package import RideStore
package import Rides

/// Takes what the street reports and gives waiting rides their vehicles.
package final class DispatchHandler: MessageHandler {
  package let family = QueueFamily.dispatch
  private let tools: HandlerTools
  private let store: any RideStore
  private let answers: Answers

  package init(tools: HandlerTools, store: any RideStore) {
    self.tools = tools
    self.store = store
    answers = Answers(family: .dispatch, tools: tools)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let triage = Triage(batch, answers: answers, at: now)
    guard !triage.accepted.isEmpty else { return triage.settled() }
    return try store.write { () throws(StoreError) in
      var dispatch = try DispatchBatch(
        triage, tools: tools, answers: answers, store: store, at: now)
      return try dispatch.outcomes()
    }
  }
}
