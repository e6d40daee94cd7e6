package import Messages
package import RideStore
import Rides

/// Takes what the street reports and gives waiting rides their vehicles.
package final class DispatchHandler: WritingHandler {
  package let family = QueueFamily.dispatch
  let store: any RideStore
  let answers: Answers
  private let tools: HandlerTools
  private var news: TakenVehicles.News?

  package init(tools: HandlerTools, store: any RideStore) {
    self.tools = tools
    self.store = store
    answers = Answers(family: .dispatch, tools: tools)
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var street = try DispatchBatch(triage, tools: tools, answers: answers, store: store, at: now)
    let outcomes = try street.outcomes()
    news = street.news
    return outcomes
  }

  func committed() {
    if let news { tools.taken.note(news) }
  }
}
