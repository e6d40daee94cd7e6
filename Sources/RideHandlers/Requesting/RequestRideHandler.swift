package import Messages
package import RideStore
package import Rides

/// Books rides, cancels them and applies feedback; a repeated message has no further effect.
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
      var riders = try RiderBatch(triage, answers: answers, store: store, since: now)
      return riders.answersAlone()
    }
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var riders = try RiderBatch(triage, answers: answers, store: store, since: now)
    let outcomes = try riders.outcomes()
    news = riders.transaction.matching.news(releases: riders.transaction.work.releases)
    booked = riders.booked
    return outcomes
  }

  func committed() {
    if let news { dependencies.taken.record(news) }
    for (product, code) in booked { dependencies.recorder.booked(product, code) }
    booked.removeAll()
  }
}
