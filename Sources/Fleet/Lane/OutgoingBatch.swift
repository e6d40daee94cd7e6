package import AMQP
package import Messages
package import RideHandlers

/// The publications of a batch on their way to the broker, and the fate of those that fail.
///
/// A message that cannot be published must not delay the others, and messages that must not be lost
/// are never dropped:
///
/// | | returned | refused, unconfirmed | unsendable |
/// |---|---|---|---|
/// | response | dropped: the requester is gone | again for a while, then kept | dropped |
/// | dead letter | again | again | its delivery is rejected, and the broker keeps it |
/// | event, command | again | again | dropped, and logged as an error |
///
/// A response is kept as the dead letter of its request. Refused responses, and those to queues
/// that are known to refuse, are late: they are published separately, after everything else.
package struct OutgoingBatch: Sendable {
  /// A dropped publication, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var reason: String
    /// Whether its address accepts no other publication either: the queue is gone, or AMQP cannot
    /// name it.
    package var isUndeliverable = true
    /// Whether the request that it answers is kept as a dead letter.
    package var isKept = false
  }

  /// The history of a publication, and the place of the delivery that caused it.
  private struct History {
    var delivery: Int
    /// Whether its delivery is kept as a dead letter in any case.
    var isKept = false
    var isLate = false
    /// Why the broker has not accepted it; nil unless it is a refused response.
    var refusal: PublishFailure?
    /// Since when it waits only for its queue.
    var since: ContinuousClock.Instant?
    /// How often the broker closed the connection over it, while it alone was published.
    var losses = 0
  }

  /// Publications that are left, and their histories.
  private struct Remainder {
    var publications: [Publication] = []
    var histories: [History] = []

    mutating func append(_ publication: Publication, _ history: History) {
      publications.append(publication)
      histories.append(history)
    }
  }

  /// The publications that are left, in order, the late ones last.
  package private(set) var publications: [Publication] = []
  /// Of each publication.
  private var histories: [History] = []
  /// The places of the deliveries whose dead letters AMQP cannot carry.
  package private(set) var rejected: Set<Int> = []
  /// Why the last attempt was incomplete; nil if it was complete.
  package private(set) var failure: String?
  /// Whether the broker has answered for any publication of the batch.
  private var isAnswered = false
  /// Whether one message is published at a time, to find the one that costs the connection.
  private var isSingly = false

  /// How often a response may cost the connection before it is dropped.
  private static let lossLimit = 3

  /// All publications of the outcomes, in order, except that those to refusing queues are last.
  package init(_ outcomes: consuming [Outcome], _ queues: RefusingQueues) {
    publications.reserveCapacity(outcomes.count)
    histories.reserveCapacity(outcomes.count)
    var late = Remainder()
    for place in outcomes.indices {
      var made: [Publication] = []
      swap(&made, &outcomes[place].publications)
      // Taken from the end a publication is moved; a copy would have to count a dozen texts.
      made.reverse()
      var history = History(delivery: place, isKept: outcomes[place].note.isDeadLetter)
      while let publication = made.popLast() {
        history.isLate = !queues.isEmpty && publication.isResponse(to: queues)
        if history.isLate {
          late.append(publication, history)
        } else {
          publications.append(publication)
          histories.append(history)
        }
      }
    }
    publications += late.publications
    histories += late.histories
  }

  /// Whether everything is published.
  package var isEmpty: Bool { publications.isEmpty }

  /// Whether only late responses remain.
  package var isLate: Bool { histories.first?.isLate ?? false }

  /// The publications of the next attempt.
  package var next: [Publication] {
    if isSingly { return Array(publications.prefix(1)) }
    guard !isLate, histories.last?.isLate ?? false else { return publications }
    return Array(publications.prefix(histories.prefix { !$0.isLate }.count))
  }

  /// Applies the broker's answers for `next`, and returns the dropped publications; the other
  /// failed ones are published again.
  ///
  /// Queues that have accepted a response are removed from `queues`.
  package mutating func apply(
    _ report: PublishReport, at now: ContinuousClock.Instant, _ queues: inout RefusingQueues
  ) -> [Dropped] {
    if !queues.isEmpty { clear(&queues, report) }
    let unanswered = report.failures.count { $0.kind == .unconfirmed || $0.kind == .unwritten }
    isAnswered = isAnswered || unanswered < report.count
    failure = nil
    let behind = behindSilence(in: report, queues)
    var (again, notReached, late) = (Remainder(), Remainder(), Remainder())
    var dropped: [Dropped] = []
    for failure in report.failures {
      let publication = publications[failure.index]
      var history = histories[failure.index]
      switch Self.fate(of: publication, failure.kind) {
      case .again:
        again.append(publication, history)
        self.failure = self.failure ?? failure.reason
      case .late:
        self.failure = self.failure ?? failure.reason
        history.isLate = true
        if behind.contains(failure.index) {
          notReached.append(publication, history)
        } else {
          history.refusal = failure
          late.append(publication, history)
        }
      case .reject: rejected.insert(history.delivery)
      case .drop:
        dropped.append(
          Dropped(publication: publication, reason: "\(failure.kind): \(failure.reason)"))
      }
    }
    keep(again, notReached, late, of: report, at: now)
    return dropped
  }

  /// Keeps the remaining publications after a report; those that caused the delay come last.
  private mutating func keep(
    _ again: Remainder, _ notReached: Remainder, _ late: Remainder, of report: PublishReport,
    at now: ContinuousClock.Instant
  ) {
    publications =
      again.publications + publications.dropFirst(report.count) + notReached.publications
      + late.publications
    histories =
      again.histories + histories.dropFirst(report.count) + notReached.histories + late.histories
    // A broker that refuses more than responses is in trouble itself; that is waited for.
    for index in histories.indices {
      histories[index].since = isLate ? histories[index].since ?? now : nil
    }
  }

  /// Whether there are responses to drop; `isRefused` if the broker has refused one of them.
  package func lost(
    at now: ContinuousClock.Instant, _ queues: RefusingQueues
  ) -> (isAny: Bool, isRefused: Bool) {
    let lost = histories.indices.filter { isLost($0, at: now, queues) }
    return (!lost.isEmpty, lost.contains { histories[$0].refusal?.kind == .refused })
  }

  /// Gives up the responses whose queues have refused them for too long, and returns them.
  ///
  /// The result of `replace`, the dead letter of the request or a command, is published in place of
  /// the response.
  ///
  /// The arguments of `replace` are the place of the delivery, the response and why it was refused;
  /// with nil the response is dropped.
  package mutating func giveUp(
    at now: ContinuousClock.Instant, _ queues: inout RefusingQueues,
    replace: (Int, Publication, String) -> Publication?
  ) -> [Dropped] {
    var letters = Remainder()
    var remainder = Remainder()
    var dropped: [Dropped] = []
    let lost = Set(histories.indices.filter { isLost($0, at: now, queues) })
    for (index, (publication, history)) in zip(publications, histories).enumerated() {
      guard lost.contains(index) else {
        remainder.append(publication, history)
        continue
      }
      if let refusal = history.refusal {
        let isSilent = refusal.kind == .unconfirmed && isAnswered
        queues.recordGivenUp(publication.routingKey, isSilent: isSilent, at: now)
      }
      let reason = history.refusal?.reason ?? "the broker has not confirmed another lately"
      let letter = history.isKept ? nil : replace(history.delivery, publication, reason)
      if let letter { letters.append(letter, History(delivery: history.delivery)) }
      dropped.append(
        Dropped(
          publication: publication, reason: "refused: \(reason)", isUndeliverable: false,
          isKept: letter?.exchange == Exchange.deadLetters))
    }
    publications = letters.publications + remainder.publications
    histories = letters.histories + remainder.histories
    return dropped
  }

  /// Handles the loss of the connection while `next` was published; returns the publication that is
  /// dropped for it.
  ///
  /// A broker closes the connection for one message, such as a response to an address that it
  /// cannot read; so from now on they are published one by one, and a response that makes it close
  /// the connection repeatedly is dropped. A connection lost for any other reason shows nothing
  /// about its publications.
  package mutating func lose(_ error: AMQPError) -> [Dropped] {
    for index in histories.indices { histories[index].since = nil }
    guard isSingly || publications.count == 1, let first = publications.first else {
      isSingly = true
      return []
    }
    guard error.code.mayBlameMessage else { return [] }
    histories[0].losses += 1
    guard histories[0].losses >= Self.lossLimit, first.exchange == Exchange.default else {
      return []
    }
    publications.removeFirst()
    histories.removeFirst()
    return [Dropped(publication: first, reason: "\(error)")]
  }

  private func isLost(
    _ index: Int, at now: ContinuousClock.Instant, _ queues: RefusingQueues
  ) -> Bool {
    guard isLate else { return false }
    let queue = publications[index].routingKey
    guard histories[index].refusal != nil else { return queues.isSilent(queue, at: now) }
    guard let since = histories[index].since else { return false }
    return queues.contains(queue) || now - since >= queues.patience(at: now)
  }

  /// The unconfirmed places behind another one, to which the broker may not have come.
  ///
  /// At its first publication to a quorum queue a channel of RabbitMQ's waits for that queue, up to
  /// a minute. What is behind it is not given up for that, but published before it next time,
  /// unless its queue is known to refuse, or it was refused before.
  private func behindSilence(in report: PublishReport, _ queues: RefusingQueues) -> Set<Int> {
    guard report.failures.contains(where: { $0.kind == .unconfirmed }) else { return [] }
    let answered = report.failures.filter { $0.kind == .returned || $0.kind == .refused }
    let unanswered = Set(report.failures.map(\.index)).subtracting(answered.map(\.index))
    let last = (0..<report.count).last { !unanswered.contains($0) } ?? -1
    let waiting = report.failures.filter { $0.kind == .unconfirmed && $0.index > last }
    guard let first = waiting.first else { return [] }
    let silent = publications[first.index].routingKey
    let spared = waiting.map(\.index).filter {
      let queue = publications[$0].routingKey
      return queue != silent && !queues.contains(queue) && histories[$0].refusal == nil
    }
    return Set(spared)
  }

  private func clear(_ queues: inout RefusingQueues, _ report: PublishReport) {
    // One that is gone refuses nothing more.
    let failed = Set(report.failures.lazy.filter { $0.kind != .returned }.map(\.index))
    for (index, publication) in publications.prefix(report.count).enumerated()
    where publication.exchange == Exchange.default && !failed.contains(index) {
      queues.clear(publication.routingKey)
    }
  }

  private enum Fate { case again, late, reject, drop }

  private static func fate(of publication: Publication, _ kind: PublishFailure.Kind) -> Fate {
    switch (publication.exchange, kind) {
    case (_, .unwritten): .again
    case (Exchange.default, .refused), (Exchange.default, .unconfirmed): .late
    case (Exchange.default, _): .drop
    case (Exchange.deadLetters, .unsendable): .reject
    case (_, .unsendable): .drop
    default: .again
    }
  }
}

extension Publication {
  fileprivate func isResponse(to queues: RefusingQueues) -> Bool {
    exchange == Exchange.default && queues.contains(routingKey)
  }
}

extension AMQPError.Code {
  /// Whether the broker may have closed the connection because of a publication.
  ///
  /// Not if the broker sent no reason, if an operator closed it, or if the worker's user may not
  /// publish: then a response waits until it can be published.
  fileprivate var mayBlameMessage: Bool {
    (300..<600).contains(rawValue) && self != .connectionForced && self != .accessRefused
  }
}
