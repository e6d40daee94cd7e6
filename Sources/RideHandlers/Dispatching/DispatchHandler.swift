package import Messages
package import RideStore
package import Rides

/// Handles reports of drivers and vehicles, payments and due commands, and finds vehicles for
/// waiting rides.
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
    var batch = try DispatchBatch(
      triage, rejoined: rejoined, answers: answers, store: store, at: now)
    let missing = batch.ridesToRejoin
    guard missing.isSubset(of: rejoined) else {
      rejoined = missing
      throw StoreError(
        .conflict, operation: "read rides", detail: "the rides of vehicles that are back")
    }
    let outcomes = try batch.outcomes()
    news = batch.transaction.matching.news(releases: batch.transaction.work.releases)
    waits = batch.served.map { $0.ride.createdAt.seconds(to: now) }
    return outcomes
  }

  func committed() {
    rejoined.removeAll()
    if let news { dependencies.taken.record(news) }
    waits.forEach(dependencies.recorder.foundVehicle)
    waits.removeAll()
  }
}

/// What the dispatch worker asks for as time passes.
package enum DispatchTick {
  /// The most rides that one tick looks after; the most overdue are first, so none is forgotten.
  static let limit = 500

  /// A `ride.due` for each ride that is due.
  ///
  /// Its identifier names the time at which it was due, so that it is carried out once for that
  /// time, whoever publishes it how often.
  package static func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try store.dueRides(at: now, limit: limit).map { due in
      .rideDue(
        RideDue(rideIdentifier: due.rideIdentifier),
        messageIdentifier: "\(due.rideIdentifier)/due/\(due.dueAt.microseconds)")
    }
  }
}
