/// One request from its first publication to its end, as a value that turns events into actions.
///
/// Each attempt is the same message with the same `message_id`, so that a change is made once.
struct RequestMachine: Hashable, Sendable {
  typealias Moment = ContinuousClock.Instant

  /// How long a request may take, and how often it may be sent.
  struct Limits: Hashable, Sendable {
    /// From a publication to its answer.
    var answer: Duration
    /// Between two of several answers; nil where there is one.
    var quiet: Duration?
    var attempts: Int
    /// Whether it is not to be sent again for any reason.
    var isSentOnce = false
    /// When the caller stops waiting.
    var deadline: Deadline?
  }

  /// The end of a call's time, counted from the call.
  struct Deadline: Hashable, Sendable {
    let limit: Duration
    let moment: Moment

    init(_ limit: Duration, from now: Moment = .now) {
      self.limit = limit
      moment = now + limit
    }
  }

  /// What happens to a request.
  enum Event: Hashable, Sendable {
    /// The connection takes a message.
    case ready
    /// The broker does not take it now, as for a full queue.
    case turnedAway
    /// It reached no queue, for this reason.
    case returned(String)
    /// AMQP cannot carry it.
    case unsendable(String)
    case connectionLost
    case answered(Verdict)
    case timePassed
    case failed(Failure)
    case canceled
  }

  /// Why no request of the client goes on.
  enum Failure: Hashable, Sendable {
    /// The broker refuses the connection for good, for this reason.
    case broker(String)
    /// The client was closed.
    case closed
  }

  /// What an answer means for its request.
  enum Verdict: Hashable, Sendable {
    /// It is the last one.
    case complete
    /// This copy came too late to be begun.
    case expired
    /// Others follow.
    case more
    /// Nothing was kept of the request: the same message is to be sent again.
    case again(after: Duration)
  }

  /// What is to be done.
  enum Action: Hashable, Sendable {
    case publish(attempt: Int)
    /// The last answer is the result, or without one this error.
    case end(RideClientError?)
  }

  private enum State: Hashable, Sendable {
    case due(Moment)
    /// Since when it is written; whether the broker has confirmed it decides nothing.
    case written(Moment)
    /// Until when the next answer is due.
    case following(Moment)
    case ended
  }

  let identifier: String
  let limits: Limits
  private var state: State
  /// How often it was sent, since its last update if it has several answers.
  private var sent = 0
  /// How many of them had no answer in time, or were refused for now: a lost connection and a full
  /// queue say nothing of the fleet.
  private var attempts = 0
  /// The written copies of which it is not known what they did.
  private var unsettled = 0

  init(identifier: String, limits: Limits, at now: Moment) {
    self.identifier = identifier
    self.limits = limits
    state = .due(now)
  }

  /// Whether the fleet may carry it out, or may have.
  var mayBeCarriedOut: Bool { unsettled > 0 }

  /// Whether it is to be sent.
  func isDue(at now: Moment) -> Bool {
    if case .due(let moment) = state { moment <= now } else { false }
  }

  /// When time passes next that matters; nil if none does.
  func nextTime(after now: Moment) -> Moment? {
    let own: Moment? =
      switch state {
      case .due(let moment): moment > now ? moment : nil
      case .following(let moment): moment
      case .written(let moment): moment + limits.answer
      case .ended: nil
      }
    return [own, limits.deadline?.moment].compactMap(\.self).min()
  }

  /// What to do after an event; nil for nothing.
  mutating func react(to event: Event, at now: Moment) -> Action? {
    guard state != .ended else { return nil }
    switch event {
    case .ready: return publish(at: now)
    case .turnedAway:
      settle()
      if limits.isSentOnce {
        return end(.undeliverable(identifier: identifier, reason: "the broker does not take it"))
      }
      state = .due(now + Self.pause(after: sent))
      return nil
    case .returned(let reason), .unsendable(let reason):
      settle()
      // Another copy may have arrived.
      guard !mayBeCarriedOut else {
        state = .due(now + Self.pause(after: sent))
        return nil
      }
      return end(.undeliverable(identifier: identifier, reason: reason))
    case .connectionLost:
      if case .due = state { return nil }
      if limits.isSentOnce { return end(.unanswered(identifier: identifier, attempts: sent)) }
      state = .due(now)
      return nil
    case .answered(let verdict): return answered(verdict, at: now)
    case .timePassed: return timePassed(at: now)
    case .failed(.broker(let reason)):
      return end(
        .broker(identifier: identifier, reason: reason, mayBeCarriedOut: mayBeCarriedOut))
    case .failed(.closed):
      return end(.closed(identifier: identifier, mayBeCarriedOut: mayBeCarriedOut))
    case .canceled:
      return end(.canceled(identifier: identifier, mayBeCarriedOut: mayBeCarriedOut))
    }
  }

  private mutating func publish(at now: Moment) -> Action? {
    guard isDue(at: now) else { return nil }
    state = .written(now)
    sent += 1
    unsettled += 1
    return .publish(attempt: sent)
  }

  private mutating func answered(_ verdict: Verdict, at now: Moment) -> Action? {
    settle()
    switch verdict {
    case .complete: return end(nil)
    case .expired:
      // An earlier copy may have been in time.
      return end(mayBeCarriedOut ? timedOut(limits.deadline) : nil)
    case .more:
      (sent, attempts) = (0, 0)
      state = .following(now + (limits.quiet ?? limits.answer))
      return nil
    case .again(let pause):
      let moment = now + pause
      attempts += 1
      guard attempts < limits.attempts, limits.deadline.map({ moment < $0.moment }) ?? true else {
        // The refusal says more than an error that says that time is over, unless another copy is
        // unanswered and may be carried out.
        guard mayBeCarriedOut else { return end(nil) }
        state = .written(now)
        return nil
      }
      state = .due(moment)
      return nil
    }
  }

  private mutating func timePassed(at now: Moment) -> Action? {
    if let deadline = limits.deadline, now >= deadline.moment { return end(timedOut(deadline)) }
    switch state {
    case .written(let moment) where now >= moment + limits.answer:
      attempts += 1
      return again(at: now)
    case .following(let moment) where now >= moment: return again(at: now)
    default: return nil
    }
  }

  private mutating func again(at moment: Moment) -> Action? {
    guard attempts < limits.attempts else {
      return end(.unanswered(identifier: identifier, attempts: sent))
    }
    state = .due(moment)
    return nil
  }

  private func timedOut(_ deadline: Deadline?) -> RideClientError {
    .timedOut(
      identifier: identifier, after: deadline?.limit ?? limits.answer,
      mayBeCarriedOut: mayBeCarriedOut)
  }

  private mutating func settle() { unsettled = max(0, unsettled - 1) }

  private mutating func end(_ error: RideClientError?) -> Action {
    state = .ended
    return .end(error)
  }

  /// Half a second, then twice as long each time, up to eight.
  private static func pause(after attempts: Int) -> Duration {
    .milliseconds(500 << min(max(attempts - 1, 0), 4))
  }
}
