import Messages
import RideStore
import Rides

/// A batch with observers, in one transaction: starts and ends of live updates, due updates, and
/// the queries that came with them.
///
/// Rides are locked before subscriptions, in the order of the store.
struct UpdatesBatch {
  private var triage: Triage
  private let answers: Answers
  private let store: any RideStore
  private let now: Instant
  private let found: FoundRides
  private var observers: ObserverSet
  private var encoder = ResponseEncoder()
  /// Updates that are sent unless another worker has sent them.
  private var updates: [(accepted: Triage.Accepted, key: SubscriptionKey, outcome: Outcome)] = []

  /// Reads the rides and observers of the messages; ends subscriptions whose reply queue is gone.
  init(
    _ triage: Triage, without gone: Set<String>, answers: Answers, store: any RideStore,
    at now: Instant
  ) throws(StoreError) {
    self.triage = triage
    self.answers = answers
    self.store = store
    self.now = now
    let messages = triage.accepted.map(\.message)
    let due = Set(messages.compactMap(\.updatesDue))
    found = try FoundRides(
      messages.compactMap(\.getRideStatus), observed: due.map(\.rideIdentifier), in: store,
      at: now)
    if !gone.isEmpty { try store.unsubscribe(replyTo: gone.sorted()) }
    observers = try ObserverSet(due, in: store)
  }

  /// Handles the messages in their order and writes the changed subscriptions.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for accepted in triage.accepted where !triage.settleIfLate(accepted) {
      switch StatusQueueIntent(accepted.message.intent) {
      case .updatesDue(let due): lookAfter(due, accepted)
      case .getRideStatus(let intent): answer(intent, accepted)
      case nil: preconditionFailure("the queue of status queries carries no other message")
      }
    }
    let lost = try observers.keep(in: store)
    for (accepted, key, outcome) in updates {
      let nothing = Outcome(publications: [], note: outcome.note)
      triage.settle(accepted, lost.contains(key) ? nothing : outcome)
    }
    return triage.settled()
  }

  private mutating func answer(_ intent: GetRideStatusIntent, _ accepted: Triage.Accepted) {
    let message = accepted.message
    let starts = message.type == .startUpdates
    let names = starts || message.type == .stopUpdates
    if names, let error = message.context.unkeepable {
      triage.deadLetter(accepted, error)
      return
    }
    let (outcome, status) = answers.status(
      found, intent, message, updatesUntil: starts ? UpdatesLease.end(of: now) : nil, with: &encoder
    )
    triage.settle(accepted, outcome)
    guard let status, let replyTo = message.context.replyTo else { return }
    if starts {
      observers.start(Subscription(to: status, by: message, replyTo: replyTo, at: now))
    } else if message.type == .stopUpdates {
      observers.stop(
        SubscriptionKey(
          rideIdentifier: status.rideIdentifier, replyTo: replyTo,
          correlationID: message.context.correlationID))
    }
  }

  /// Sends an observer the due message, unless another worker has sent it or the ride cannot be
  /// read.
  ///
  /// After the end of the lease, no status is sent.
  private mutating func lookAfter(_ due: UpdatesDue, _ accepted: Triage.Accepted) {
    do throws(RequestError) {
      lookAfter(due, of: try found.status(of: due.rideIdentifier), accepted)
    } catch {
      let key = SubscriptionKey(due)
      let lease = observers[key]?.lease
      if let lease, now >= lease.endsAt { return lookAfter(due, of: nil, accepted) }
      triage.settle(unreadable: error, accepted)
      guard let lease else { return }
      let next = min(now.advanced(bySeconds: UpdatesLease.heartbeatSeconds), lease.endsAt)
      if due.wasRefused {
        observers.sendAgain(key, at: next, now: now)
      } else {
        observers.wait(key, until: next)
      }
    }
  }

  private mutating func lookAfter(
    _ due: UpdatesDue, of status: RideStatus?, _ accepted: Triage.Accepted
  ) {
    if due.wasRefused {
      noteRefusal(SubscriptionKey(due), of: status, accepted)
    } else {
      notify(SubscriptionKey(due), of: status, accepted)
    }
  }

  private mutating func notify(
    _ key: SubscriptionKey, of status: RideStatus?, _ accepted: Triage.Accepted
  ) {
    let note = Outcome.Note(of: accepted.message, code: .success)
    triage.settle(accepted, Outcome(publications: [], note: note))
    guard var subscription = observers[key] else { return }
    let published: RideStatus?
    switch subscription.lease.step(status, at: now) {
    case .close:
      observers.stop(key)
      return
    case .wait(let time):
      triage.settle(accepted, repeated(subscription, status, accepted))
      observers.wait(key, until: time)
      return
    case .sendStatus(let next):
      published = status
      subscription.note(status, at: now, next: next)
    case .sendEnd(let next):
      published = nil
      subscription.note(nil, at: now, next: next)
    }
    observers.notify(subscription)
    let publications = subscription.publication(encoder.getRideStatus(published))
    updates.append((accepted, key, Outcome(publications: publications, note: note)))
  }

  /// Schedules the final status again for an observer whose queue refused it.
  private mutating func noteRefusal(
    _ key: SubscriptionKey, of status: RideStatus?, _ accepted: Triage.Accepted
  ) {
    let note = Outcome.Note(of: accepted.message, code: .success)
    triage.settle(accepted, Outcome(publications: [], note: note))
    switch observers[key]?.lease.stepAfterRefusal(status, at: now) {
    case .sendAgain(let time): observers.sendAgain(key, at: time, now: now)
    case .close: observers.stop(key)
    case .goOn, nil: break
    }
  }

  /// The message for a repeated command.
  ///
  /// Its worker may have ended between commit and publication, so the last message is sent again
  /// with its id.
  private mutating func repeated(
    _ subscription: Subscription, _ status: RideStatus?, _ accepted: Triage.Accepted
  ) -> Outcome {
    let context = accepted.message.context
    var publications: [Publication] = []
    if context.redelivered, !observers.hasNotified(subscription.key) {
      switch subscription.lease.sent {
      case .end: publications = subscription.publication(encoder.getRideStatus(nil))
      case .status(let sequence) where sequence == status?.sequence:
        publications = subscription.publication(encoder.getRideStatus(status))
      // A newer status has its own command, at most a second after the last one.
      case .status, .nothing: break
      }
    }
    return Outcome(
      publications: publications,
      note: .init(of: accepted.message, code: .success, isRepeat: !publications.isEmpty))
  }
}

extension IncomingMessage {
  /// The command to send an observer a status; nil for any other message.
  fileprivate var updatesDue: UpdatesDue? {
    guard case .updatesDue(let due) = intent else { return nil }
    return due
  }
}

extension MessageContext {
  /// The fault of texts that a subscription cannot store; nil if there is none.
  ///
  /// In the store they would fail the whole batch.
  fileprivate var unkeepable: RequestError? {
    for (path, text) in [("reply_to", replyTo), ("correlation_id", correlationID)]
    where text?.utf8.contains(0) == true {
      return RequestError(
        .outOfRange, "expected no character U+0000, got a text with some", path: path)
    }
    return nil
  }
}
