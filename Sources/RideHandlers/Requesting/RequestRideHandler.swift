package import Messages
package import RideStore
package import Rides

/// Books rides, cancels them and applies feedback; a repeated message has no further effect.
///
/// A batch is one transaction in four steps: it reads all, decides in the order of the messages,
/// claims vehicles, and writes all.
package final class RequestRideHandler: WritingHandler {
  package let family = QueueFamily.requestRide
  let store: any RideStore
  let answers: Answers
  private let dependencies: HandlerDependencies
  private var news: TakenVehicles.News?
  /// The bookings of the last transaction.
  private var booked: [(product: ProductKey, code: ResponseCode)] = []

  package init(dependencies: HandlerDependencies, store: any RideStore) {
    self.dependencies = dependencies
    self.store = store
    answers = Answers(family: .requestRide, dependencies: dependencies)
  }

  /// Handles a batch; a batch of queries only reads, and waits for no write of another session.
  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let triage = Triage(batch, answers: answers, at: now)
    guard triage.accepted.allSatisfy(\.message.type.onlyAsks) else {
      return try handle(batch, triage, at: now)
    }
    guard !triage.accepted.isEmpty else { return triage.settled() }
    return try store.transaction(.read) { () throws(StoreError) in
      var batch = try RiderBatch(
        triage, supply: dependencies.supply(), answers: answers, store: store, since: now)
      batch.decide()
      return batch.decisions.settled()
    }
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var matching = VehicleMatching(dependencies, store: store, at: now)
    var batch = try RiderBatch(
      triage, supply: matching.snapshot, answers: answers, store: store, since: now)
    batch.decide()
    try store.release(batch.decisions.releases)
    try batch.claimVehicles(by: &matching)
    batch.decidePostponed()
    try batch.searchForFreedVehicles(in: store)
    news = matching.news(releases: batch.decisions.releases)
    booked = batch.booked
    return try batch.decisions.write(to: store, answers)
  }

  func committed() {
    if let news { dependencies.taken.record(news) }
    for (product, code) in booked { dependencies.recorder.booked(product, code) }
    booked.removeAll()
  }
}
