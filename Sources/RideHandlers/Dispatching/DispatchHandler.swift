package import Messages
package import RideStore
import Rides

/// Handles reports of drivers and vehicles, payments and due commands, and finds vehicles for
/// waiting rides.
package final class DispatchHandler: WritingHandler {
  package let family = QueueFamily.dispatch
  let store: any RideStore
  let answers: Answers
  private let dependencies: HandlerDependencies
  private var news: TakenVehicles.News?
  /// The waiting times, in seconds, of the rides to which the last transaction assigned vehicles.
  private var waits: [Double] = []
  /// The errors of the estimates that reports in the last transaction have shown.
  private var errors: [EstimateError] = []
  /// The rides of vehicles that report again, as found by the last attempt.
  ///
  /// Rides are locked before vehicles, so the next attempt reads them first.
  private var rejoined: Set<RideIdentifier> = []

  package init(dependencies: HandlerDependencies, store: any RideStore) {
    self.dependencies = dependencies
    self.store = store
    answers = Answers(family: .dispatch, dependencies: dependencies)
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var matching = VehicleMatching(dependencies, store: store, at: now)
    var batch = try DispatchBatch(
      triage, rejoined: rejoined, answers: answers, store: store, since: now)
    let missing = batch.ridesToRejoin
    guard missing.isSubset(of: rejoined) else {
      rejoined = missing
      throw StoreError(
        .conflict, operation: "read rides", detail: "the rides of vehicles that are back")
    }
    batch.decide()
    try store.save(batch.decisions.savedVehicles)
    try store.saveDriven(batch.decisions.beginnings)
    try store.release(batch.decisions.releases)
    try batch.assignVehicles(by: &matching, in: store)
    let free = batch.freeVehicles(by: matching)
    batch.decisions.addSearches(
      of: free,
      among: try WaitingRides(
        for: free.map(\.vehicle), beside: batch.decisions.rides, in: store, at: batch.now))
    news = matching.news(releases: batch.decisions.releases)
    waits = batch.served.map { $0.ride.createdAt.seconds(to: now) }
    errors = batch.estimateErrors
    return try batch.decisions.write(to: store, answers)
  }

  func committed() {
    rejoined.removeAll()
    if let news { dependencies.taken.record(news) }
    waits.forEach(dependencies.recorder.foundVehicle)
    waits.removeAll()
    errors.forEach(dependencies.recorder.missedEstimate)
    errors.removeAll()
  }
}
