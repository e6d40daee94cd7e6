import Messages
import RideStore
import Rides

/// The queries for rides of one batch, in one transaction, with starts and ends of live updates and
/// due updates.
///
/// Without observers it only reads. Rides are locked before subscriptions, in the order of the
/// store.
struct StatusBatch {
  private var triage: Triage
  private let answers: Answers
  private let store: any RideStore
  private let now: Instant
  private let found: FoundRides
  private var observers: ObserverSet
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
    let due = Set(triage.accepted.lazy.compactMap(\.message.intent.updatesDue))
    let quotes = answers.dependencies.quotes
    found = try FoundRides(
      triage.accepted.compactMap(\.message.intent.rideQuery),
      observed: due.map(\.rideIdentifier) + triage.accepted.compactMap(\.message.intent.lastOfPage)
        + triage.accepted.compactMap { $0.message.intent.sharedRide(by: quotes) },
      in: store, by: answers.dependencies.quoter, at: now)
    if !gone.isEmpty { try store.unsubscribe(replyTo: gone.sorted()) }
    observers = try ObserverSet(due, in: store)
  }

  /// Handles the messages in their order and writes the changed subscriptions.
  mutating func outcomes(
    with encoder: inout ResponseEncoder
  ) throws(StoreError) -> [Outcome] {
    for accepted in triage.accepted where !triage.settleIfLate(accepted) {
      switch StatusQueueIntent(accepted.message.intent) {
      case .updatesDue(let due): lookAfter(due, accepted, &encoder)
      case .getRideStatus(let intent): answer(RideQuery(intent), accepted, &encoder)
      case .getRideReceipt(let intent):
        triage.settle(accepted, receipt(RideQuery(intent), accepted.message, &encoder))
      case .listRides(let intent):
        triage.settle(accepted, try page(intent, accepted.message, &encoder))
      case .shareRide(let intent):
        triage.settle(accepted, sharing.token(RideQuery(intent), accepted.message, &encoder))
      case .getSharedStatus(let intent):
        triage.settle(accepted, sharing.status(intent.shareToken, accepted.message, &encoder))
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

  private var sharing: RideSharing { RideSharing(found, answers) }

  /// Answers a query, copied from the stored text where possible, or a start or an end of live
  /// updates.
  private mutating func answer(
    _ query: RideQuery, _ accepted: Triage.Accepted, _ encoder: inout ResponseEncoder
  ) {
    let message = accepted.message
    let starts = message.type == .startUpdates
    if starts || message.type == .stopUpdates {
      if let error = message.context.unkeepable { return triage.deadLetter(accepted, error) }
    } else if let text = found.statusText(for: query) {
      let code = message.statusCode
      return triage.settle(
        accepted, answers.answered(encoder.ride(code: code, rideStatus: text), code, message))
    }
    let (outcome, status) = status(
      query, message, updatesUntil: starts ? UpdatesLease.end(of: now) : nil, &encoder)
    triage.settle(accepted, outcome)
    guard let status, let replyTo = message.context.replyTo else { return }
    if starts {
      let reports = reports(of: found.record(for: query))
      observers.start(Subscription(to: status, reports, by: message, replyTo: replyTo, at: now))
    } else if message.type == .stopUpdates {
      observers.stop(
        SubscriptionKey(
          rideIdentifier: status.rideIdentifier, replyTo: replyTo,
          correlationID: message.context.correlationID))
    }
  }

  /// The answer to a query for a ride, and the status in it: nil if the rider has no such ride or
  /// it cannot be read.
  private func status(
    _ query: RideQuery, _ message: IncomingMessage, updatesUntil: Instant?,
    _ encoder: inout ResponseEncoder
  ) -> (outcome: Outcome, status: RideStatus?) {
    let status: RideStatus?
    do throws(RequestError) {
      status = try found.status(for: query)
    } catch {
      return (answers.declined(error, message), nil)
    }
    if status == nil, let asked = query.ride {
      return (answers.refused(.unknown(asked), message), nil)
    }
    let code = message.statusCode
    let body = encoder.getRideStatus(
      status, code: code, updatesUntil: status == nil ? nil : updatesUntil)
    return (answers.answered(body, code, message), status)
  }

  /// The answer with the receipt of a ride (rule A11).
  private func receipt(
    _ query: RideQuery, _ message: IncomingMessage, _ encoder: inout ResponseEncoder
  ) -> Outcome {
    do throws(RequestError) {
      guard let asked = query.ride, let ride = try found.record(for: query)?.ride() else {
        return answers.refused(.unknown(query.ride), message)
      }
      guard let receipt = answers.dependencies.quoter.receipt(of: ride) else {
        let refusal = Refusal(
          .rideNotCompleted, "the ride \(asked) has no bill yet", path: "rideIdentifier")
        return answers.refused(refusal, message)
      }
      let body = encoder.body { ResponseCoding.writeReceipt(.success, receipt: receipt, into: &$0) }
      return answers.answered(body, .success, message)
    } catch {
      return answers.declined(error, message)
    }
  }

  /// The answer with a page of a rider's rides (rule A12).
  private func page(
    _ intent: ListRidesIntent, _ message: IncomingMessage, _ encoder: inout ResponseEncoder
  ) throws(StoreError) -> Outcome {
    guard let page = try RidePage(intent, among: found, in: store) else {
      let refusal = Refusal(
        .unknownRide, "the rider has no such ride", path: "afterRideIdentifier")
      return answers.refused(refusal, message)
    }
    let body = encoder.body {
      ResponseCoding.writeRides(.success, rides: page.statuses, hasMore: page.hasMore, into: &$0)
    }
    return answers.answered(body, .success, message)
  }

  /// Sends an observer the due message, unless another worker has sent it or the ride cannot be
  /// read.
  ///
  /// After the end of the lease, no status is sent.
  private mutating func lookAfter(
    _ due: UpdatesDue, _ accepted: Triage.Accepted, _ encoder: inout ResponseEncoder
  ) {
    do throws(RequestError) {
      lookAfter(due, of: try found.status(of: due.rideIdentifier), accepted, &encoder)
    } catch {
      let key = SubscriptionKey(due)
      let lease = observers[key]?.lease
      if let lease, now >= lease.endsAt { return lookAfter(due, of: nil, accepted, &encoder) }
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
    _ due: UpdatesDue, of status: RideStatus?, _ accepted: Triage.Accepted,
    _ encoder: inout ResponseEncoder
  ) {
    if due.wasRefused {
      noteRefusal(SubscriptionKey(due), of: status, accepted)
    } else {
      notify(SubscriptionKey(due), of: status, accepted, &encoder)
    }
  }

  private mutating func notify(
    _ key: SubscriptionKey, of status: RideStatus?, _ accepted: Triage.Accepted,
    _ encoder: inout ResponseEncoder
  ) {
    let note = Outcome.Note(of: accepted.message, code: .success)
    triage.settle(accepted, Outcome(publications: [], note: note))
    guard var subscription = observers[key] else { return }
    let published: RideStatus?
    let reports = reports(of: found.record(of: key.rideIdentifier))
    switch subscription.lease.step(status, reports, at: now) {
    case .close:
      observers.stop(key)
      return
    case .wait(let time):
      triage.settle(accepted, repeated(subscription, status, accepted, &encoder))
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

  /// The reports of the vehicle that drives a ride now.
  private func reports(of ride: RideRecord?) -> UpdatesLease.Reports? {
    ride.flatMap(found.reportedAt).map {
      UpdatesLease.Reports(newest: $0, interval: answers.dependencies.updateSeconds)
    }
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
  private func repeated(
    _ subscription: Subscription, _ status: RideStatus?, _ accepted: Triage.Accepted,
    _ encoder: inout ResponseEncoder
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

extension Refusal {
  /// The refusal of a question about a ride that the rider does not have.
  static func unknown(_ ride: RideIdentifier?) -> Refusal {
    Refusal(
      .unknownRide, "the rider has no ride \(ride?.rawValue ?? "")", path: "rideIdentifier")
  }
}

extension IncomingMessage {
  /// The code of the answer to a query.
  fileprivate var statusCode: ResponseCode {
    type == .getRideStatusConfirm ? .ready : .success
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
