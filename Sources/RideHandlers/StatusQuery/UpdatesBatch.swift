import Messages
import RideStore
import Rides

/// A batch that concerns observers, within one transaction: starts and ends of live updates,
/// updates that are due, and the queries that came with them.
///
/// Rides are locked before subscriptions, as the store wants it.
struct UpdatesBatch {
  private var triage: Triage
  private let answers: Answers
  private let store: any RideStore
  private let now: Instant
  private let found: FoundRides
  private var observers: ObserverSet
  private var encoder = ResponseEncoder()
  /// Updates that are sent if the store grants them.
  private var updates: [(accepted: Triage.Accepted, key: SubscriptionKey, outcome: Outcome)] = []

  /// Reads what the messages are about; ends the subscriptions of the reply queues that are gone.
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

  /// Handles the messages in their order and writes what has come of the subscriptions.
  mutating func outcomes() throws(StoreError) -> [Outcome] {
    for accepted in triage.accepted where !triage.settleIfLate(accepted) {
      if case .updatesDue(let due) = accepted.message.intent {
        lookAfter(due, accepted)
      } else {
        answer(accepted)
      }
    }
    let lost = try observers.keep(in: store)
    for (accepted, key, outcome) in updates {
      let nothing = Outcome(publications: [], note: outcome.note)
      triage.settle(accepted, lost.contains(key) ? nothing : outcome)
    }
    return triage.settled()
  }

  private mutating func answer(_ accepted: Triage.Accepted) {
    let message = accepted.message
    let starts = message.type == .startUpdates
    let names = starts || message.type == .stopUpdates
    if names, let error = message.context.unkeepable {
      triage.deadLetter(accepted, error)
      return
    }
    let (outcome, status) = answers.status(
      found, message, updatesUntil: starts ? UpdatesLease.end(of: now) : nil, with: &encoder)
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

  /// Sends an observer what is due; nothing when somebody else has sent it, or while the ride
  /// cannot be read.
  ///
  /// After the lease no status counts, whether or not it can be read.
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

  /// Has what the ride has ended with sent again later to an observer whose queue refused it.
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

  /// What a command sends that comes again: its worker may have ended between the commit and the
  /// publication, so the last message is sent once more, under its id.
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
      // A newer status is due by itself, a second after the last one at most.
      case .status, .nothing: break
      }
    }
    return Outcome(
      publications: publications,
      note: .init(of: accepted.message, code: .success, isRepeat: !publications.isEmpty))
  }
}

extension IncomingMessage {
  /// The command to tell an observer; nil for anything else.
  fileprivate var updatesDue: UpdatesDue? {
    guard case .updatesDue(let due) = intent else { return nil }
    return due
  }
}

extension MessageContext {
  /// What is wrong with texts that a subscription would have to keep, nil if nothing: in the store
  /// they would hold up their whole batch.
  fileprivate var unkeepable: RequestError? {
    for (path, text) in [("reply_to", replyTo), ("correlation_id", correlationID)]
    where text?.utf8.contains(0) == true {
      return RequestError(
        .outOfRange, "expected no character U+0000, got a text with some", path: path)
    }
    return nil
  }
}
