package import Messages
package import RideStore
package import Rides

/// Books rides: each message once, whatever comes again.
package final class RequestRideHandler: MessageHandler {
  package let family = QueueFamily.requestRide
  private let tools: HandlerTools
  private let store: any RideStore
  private let answers: Answers

  package init(tools: HandlerTools, store: any RideStore) {
    self.tools = tools
    self.store = store
    answers = Answers(family: .requestRide, tools: tools)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let triage = Triage(batch, answers: answers, at: now)
    guard !triage.accepted.isEmpty else { return triage.settled() }
    return try store.write { () throws(StoreError) in
      var bookings = try BookingBatch(
        triage, tools: tools, answers: answers, store: store, at: now)
      return try bookings.outcomes()
    }
  }
}
