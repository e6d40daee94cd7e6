package import Messages
package import RideStore
import Rides

/// Books rides, cancels them and takes feedback: each message once, whatever comes again.
package final class RequestRideHandler: WritingHandler {
  package let family = QueueFamily.requestRide
  let store: any RideStore
  let answers: Answers
  private let tools: HandlerTools

  package init(tools: HandlerTools, store: any RideStore) {
    self.tools = tools
    self.store = store
    answers = Answers(family: .requestRide, tools: tools)
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var riders = try RiderBatch(triage, tools: tools, answers: answers, store: store, at: now)
    return try riders.outcomes()
  }
}
