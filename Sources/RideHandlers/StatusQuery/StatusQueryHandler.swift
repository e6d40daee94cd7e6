import JSON
package import Messages
package import RideStore
package import Rides

/// Answers "where is my ride", once or with live updates.
///
/// A batch of queries only reads and publishes no event (rule F9); a batch with observers writes.
package final class StatusQueryHandler: WritingHandler {
  package let family = QueueFamily.statusQuery
  let store: any RideStore
  let answers: Answers
  private var encoder = ResponseEncoder()
  /// The reply queues that no longer exist, until their subscriptions are ended.
  ///
  /// After a restart, the next update finds them again.
  private var gone: Set<String> = []

  package init(dependencies: HandlerDependencies, store: any RideStore) {
    self.store = store
    answers = Answers(family: .statusQuery, dependencies: dependencies)
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let triage = Triage(batch, answers: answers, at: now)
    guard !triage.accepted.isEmpty else { return triage.settled() }
    let hasObservers = triage.accepted.contains { $0.message.type.concernsObservers }
    guard hasObservers || !gone.isEmpty else {
      return try store.transaction(.read) { () throws(StoreError) in
        try self.outcomes(of: triage, at: now)
      }
    }
    let outcomes = try handle(batch, triage, at: now)
    gone.removeAll()
    return outcomes
  }

  package func undelivered(_ responses: [Publication]) {
    let updates = responses.filter { $0.properties.type == MessageContext.updateType }
    gone.formUnion(updates.map(\.routingKey))
  }

  /// The command that repeats the end of a ride to an observer whose queue refused it; all other
  /// updates are replaced by the next one.
  package func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? {
    guard response.properties.type == MessageContext.updateType,
      delivery.routingKey == MessageType.updatesDue.rawValue,
      case .updatesDue(var due)? = try? IntentCoding.decode(.updatesDue, from: delivery.body),
      let answer = try? JSONValue(parsing: response.body, limits: .stored),
      answer["rideStatus"]?["phase"].map({ $0.string == RidePhase.completed.rawValue }) ?? true
    else { return nil }
    due.wasRefused = true
    return .updatesDue(
      due, messageIdentifier: "\(response.properties.messageID ?? "")/refused")
  }

  func outcomes(of triage: Triage, at now: Instant) throws(StoreError) -> [Outcome] {
    var batch = try StatusBatch(triage, without: gone, answers: answers, store: store, at: now)
    return try batch.outcomes(with: &encoder)
  }
}

extension MessageType {
  /// Whether a message starts, ends or sends live updates.
  fileprivate var concernsObservers: Bool {
    switch self {
    case .startUpdates, .stopUpdates, .updatesDue: true
    default: false
    }
  }
}

extension MessageContext {
  /// The `type` of every message to an observer, including the answer to the start.
  fileprivate static let updateType =
    MessageContext(type: MessageType.startUpdates.rawValue).responseType
}

/// The commands that the status worker publishes as time passes.
package enum UpdatesTick {
  /// The greatest number of observers in one tick; the most overdue come first, so none is missed.
  static let limit = 500

  /// A `ride.updates-due` for each observer whose next message is due.
  ///
  /// Its identifier contains the due time; the first of several copies moves that time forward.
  package static func commands(
    _ store: any RideStore, _ now: Instant
  ) throws(StoreError) -> [Publication] {
    try store.dueSubscriptions(at: now, limit: limit).map { due in
      .updatesDue(
        due.key.due,
        messageIdentifier:
          "\(due.key.rideIdentifier)/updates-due/\(due.key.observer)/\(due.dueAt.microseconds)")
    }
  }
}
