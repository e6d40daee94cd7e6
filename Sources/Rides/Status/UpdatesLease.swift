/// The messages sent to an observer of a ride, and the next one: the limits of rule A10.
///
/// ```
///   nothing ─▶ status(1) ─▶ status(2) ─▶ … ─▶ status(last) ─▶ end ─▶ closed
///                │  ▲  a change, a second after the last status at the earliest;
///                └──┘  without one the same again after some seconds if the vehicle has
///                      reported since (rule S4), else after 15 s
/// ```
///
/// The end is a response without a ride. It follows a second after the status of an ended ride
/// without debts; with a debt, the status is repeated (rule A9). It is also sent when the lease
/// expires, since a requester may disappear without a sign. A lease is kept for a while after its
/// end, so that a lost end can be sent again.
package struct UpdatesLease: Hashable, Sendable {
  /// The last message.
  package enum Sent: Hashable, Sendable {
    case nothing
    /// The status of that `sequence`.
    case status(Int)
    /// The response without a ride.
    case end
  }

  /// The next step, and when it is due.
  package enum Step: Hashable, Sendable {
    case wait(until: Instant)
    case sendStatus(next: Instant)
    case sendEnd(next: Instant)
    /// The lease is closed.
    case close
  }

  /// The step after a refused message.
  package enum RefusalStep: Hashable, Sendable {
    case goOn
    case sendAgain(at: Instant)
    case close
  }

  /// The reports of a vehicle that drives the ride.
  package struct Reports: Hashable, Sendable {
    /// When the newest came.
    package var newest: Instant
    /// The seconds after which the observer is shown them.
    package var interval: Int

    package init(newest: Instant, interval: Int) {
      self.newest = newest
      self.interval = interval
    }
  }

  package var sent: Sent
  /// Nil before the first.
  package var sentAt: Instant?
  /// When the lease expires.
  package let endsAt: Instant

  package init(sent: Sent, sentAt: Instant?, startedAt: Instant) {
    self.sent = sent
    self.sentAt = sentAt
    endsAt = Self.end(of: startedAt)
  }

  /// The expiry of a lease that starts at a given time.
  package static func end(of startedAt: Instant) -> Instant {
    startedAt.advanced(bySeconds: longestSeconds)
  }

  /// The least time between two messages.
  package static let leastSeconds = 1
  /// The time after which a status is repeated where the vehicle has reported since, unless the
  /// operator has set another one.
  package static let intervalSeconds = 4
  /// The time after which a status is repeated in any case; with its transport it is well below
  /// the 20 s that an observer waits.
  package static let heartbeatSeconds = 15
  /// How long a lease is kept after its end was sent: longer than a worker retries a message before
  /// it reports the refusal.
  package static let closingSeconds = 120
  /// How long a lease lasts unless it is started again.
  package static let longestSeconds = 86_400
  /// The pauses before an end that was refused is sent again.
  package static let refusalPauses = 5...60
  /// How long a refused end is retried after the lease has expired.
  package static let lastTriesSeconds = 3_600

  /// Decides by the current ride, nil for a deleted one, and by the reports of its vehicle, nil
  /// where none drives it.
  package func step(_ status: RideStatus?, _ reports: Reports? = nil, at now: Instant) -> Step {
    let status = now < endsAt ? status : nil
    let reports = status == nil ? nil : reports
    guard let sentAt else { return send(status, reports, at: now) }
    let time = sentAt.advanced(bySeconds: pause(before: status, reports, since: sentAt))
    guard now >= time else {
      // The vehicle may report before.
      let look = reports.map { now.advanced(bySeconds: $0.interval) }
      return .wait(until: look.map { min($0, time) } ?? time)
    }
    if case .end = sent { return .close }
    return send(status, reports, at: now)
  }

  private func pause(
    before status: RideStatus?, _ reports: Reports?, since sentAt: Instant
  ) -> Int {
    switch sent {
    case .end: Self.closingSeconds
    // Reports and time are the only reasons for a message.
    case .status(let sequence) where sequence == status?.sequence && status?.isOver == false:
      if let reports, reports.newest > sentAt { reports.interval } else { Self.heartbeatSeconds }
    case .nothing, .status: Self.leastSeconds
    }
  }

  private func send(_ status: RideStatus?, _ reports: Reports?, at now: Instant) -> Step {
    guard let status, !(status.isOver && sent == .status(status.sequence)) else {
      return .sendEnd(next: now.advanced(bySeconds: Self.closingSeconds))
    }
    let next = Self.next(after: status, reports, sentAt: now)
    return .sendStatus(next: min(next, max(endsAt, now.advanced(bySeconds: Self.leastSeconds))))
  }

  /// The step after the observer's queue has refused a message.
  ///
  /// While the ride continues, nothing is repeated: the next status replaces the refused one. The
  /// final status and the end are sent again, after a pause as long as the refusals have lasted.
  package func stepAfterRefusal(_ status: RideStatus?, at now: Instant) -> RefusalStep {
    let status = now < endsAt ? status : nil
    if let status, !status.isOver { return .goOn }
    guard now < endsAt.advanced(bySeconds: Self.lastTriesSeconds) else { return .close }
    let refused = Int(min(status?.updatedAt ?? endsAt, now).seconds(to: now))
    let pauses = Self.refusalPauses
    return .sendAgain(
      at: now.advanced(bySeconds: min(max(refused, pauses.lowerBound), pauses.upperBound)))
  }

  /// When the next message after a status is due, if there is a reason for one by then, unless the
  /// ride changes before.
  package static func next(
    after status: RideStatus, _ reports: Reports?, sentAt: Instant
  ) -> Instant {
    sentAt.advanced(
      bySeconds: status.isOver ? leastSeconds : reports?.interval ?? heartbeatSeconds)
  }
}

extension RideStatus {
  /// Whether the ride has ended without debts.
  package var isOver: Bool {
    phase.isFinal && completionStatus?.payment?.state != .outstanding
  }
}
