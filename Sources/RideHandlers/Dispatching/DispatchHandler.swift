package import Messages
package import RideStore
import Rides

/// Takes what the street reports and gives waiting rides their vehicles.
package final class DispatchHandler: WritingHandler {
  package let family = QueueFamily.dispatch
  let store: any RideStore
  let answers: Answers
  private let dependencies: HandlerDependencies
  private var news: TakenVehicles.News?
  /// For how many seconds the rides have waited that the last transaction gave vehicles.
  private var waits: [Double] = []
  /// The rides of the vehicles that are back, as the last attempt has found them: rides are locked
  /// before vehicles, so that the next attempt reads them first.
  private var rejoined: Set<RideIdentifier> = []

  package init(dependencies: HandlerDependencies, store: any RideStore) {
    self.dependencies = dependencies
    self.store = store
    answers = Answers(family: .dispatch, dependencies: dependencies)
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var street = try DispatchBatch(
      triage, rejoined: rejoined, answers: answers, store: store, at: now)
    let missing = street.ridesToRejoin
    guard missing.isSubset(of: rejoined) else {
      rejoined = missing
      throw StoreError(
        .conflict, operation: "read rides", detail: "the rides of vehicles that are back")
    }
    let outcomes = try street.outcomes()
    news = street.news
    waits = street.served.map { $0.ride.createdAt.seconds(to: now) }
    return outcomes
  }

  func committed() {
    rejoined.removeAll()
    if let news { dependencies.taken.note(news) }
    waits.forEach(dependencies.recorder.foundVehicle)
    waits.removeAll()
  }
}
