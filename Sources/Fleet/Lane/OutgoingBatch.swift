package import AMQP
package import Messages
package import RideHandlers

/// The publications of a batch on their way to the broker, and what becomes of those that fail.
///
/// One message that cannot be published must not keep its neighbours, and none that must not be
/// lost is given up:
///
/// | | returned | refused | unsendable |
/// |---|---|---|---|
/// | response | dropped: the requester is gone | again for a while, then kept | dropped |
/// | dead letter | again | again | its delivery is rejected, and the broker keeps it |
/// | event, command | again | again | dropped, and told as an error |
///
/// A response is kept as the dead letter of its request.
package struct OutgoingBatch: Sendable {
  /// What befell a publication, and the place of the delivery that caused it.
  private struct History {
    var delivery: Int
    /// Whether its delivery is kept as a dead letter in any case.
    var isKept = false
    /// Why the broker has not taken it; nil for what is no response, or was not refused.
    var refusal: String?
    /// How often the broker closed the connection over it, while it alone was published.
    var losses = 0
  }

  /// A publication that is given up, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var reason: String
    /// Whether its address takes nothing else either: the queue is gone, or AMQP cannot name it.
    package var isUndeliverable = true
    /// Whether the request that it answers is kept as a dead letter.
    package var isKept = false
  }

  /// What is still to be published, in order.
  package private(set) var publications: [Publication] = []
  /// Of each publication.
  private var histories: [History] = []
  /// The places of the deliveries whose dead letters AMQP cannot carry.
  package private(set) var rejected: Set<Int> = []
  /// Whether one message is published at a time, to find the one that costs the connection.
  private var isSingly = false

  /// Since when nothing but refused responses is left; nil while there is something else.
  private var onlyRefusedSince: ContinuousClock.Instant?

  /// How often a response may cost the connection before it is given up.
  private static let lossLimit = 3

  /// All publications of the outcomes, in order.
  package init(_ outcomes: consuming [Outcome]) {
    publications.reserveCapacity(outcomes.count)
    histories.reserveCapacity(outcomes.count)
    for place in outcomes.indices {
      var made: [Publication] = []
      swap(&made, &outcomes[place].publications)
      // Taken from the end a publication is moved; a copy would have to count a dozen texts.
      made.reverse()
      let isKept = outcomes[place].note.isDeadLetter
      while let publication = made.popLast() {
        publications.append(publication)
        histories.append(History(delivery: place, isKept: isKept))
      }
    }
  }

  /// Whether nothing is left to be published.
  package var isEmpty: Bool { publications.isEmpty }

  /// What is to be published now.
  package var next: [Publication] {
    isSingly ? Array(publications.prefix(1)) : publications
  }

  /// Takes the broker's answers for `next`; what is given up is handed back, and what is left is to
  /// be published again, refused responses last.
  ///
  /// `queues` learns which of them take responses.
  package mutating func settle(
    _ report: PublishReport, at now: ContinuousClock.Instant, _ queues: inout RefusingQueues
  ) -> [Dropped] {
    if !queues.isEmpty { clear(&queues, report) }
    var again = Left()
    var refused = Left()
    var dropped: [Dropped] = []
    for failure in report.failures {
      let publication = publications[failure.index]
      var history = histories[failure.index]
      switch Self.fate(of: publication, failure.kind) {
      case .again: again.append(publication, history)
      case .later:
        history.refusal = failure.reason
        refused.append(publication, history)
      case .reject: rejected.insert(history.delivery)
      case .drop:
        dropped.append(
          Dropped(publication: publication, reason: "\(failure.kind): \(failure.reason)"))
      }
    }
    publications =
      again.publications + publications.dropFirst(report.count) + refused.publications
    histories = again.histories + histories.dropFirst(report.count) + refused.histories
    let isOnlyRefused = !isEmpty && histories.allSatisfy { $0.refusal != nil }
    onlyRefusedSince = isOnlyRefused ? onlyRefusedSince ?? now : nil
    return dropped
  }

  /// Whether nothing but refused responses is left.
  package var isOnlyRefused: Bool { onlyRefusedSince != nil }

  /// Whether there are responses to be given up.
  package func hasLost(at now: ContinuousClock.Instant, _ queues: RefusingQueues) -> Bool {
    guard let since = onlyRefusedSince else { return false }
    return publications.contains { queues.hasLost($0.routingKey, after: now - since) }
  }

  /// Gives up the responses whose queues have refused them for too long, and hands them back; what
  /// `keep` makes of one, the dead letter of its request, is published in its place.
  ///
  /// None is given up before everything else of the batch is published: a broker that refuses more
  /// than responses is in trouble itself. `keep` is given the place of the delivery, the response
  /// and why it was refused; where it makes nothing the response is dropped.
  package mutating func giveUpRefused(
    at now: ContinuousClock.Instant, _ queues: inout RefusingQueues,
    keep: (Int, Publication, String) -> Publication?
  ) -> [Dropped] {
    guard let since = onlyRefusedSince else { return [] }
    var left = Left()
    var dropped: [Dropped] = []
    for (publication, history) in zip(publications, histories) {
      let reason = history.refusal ?? ""
      guard queues.hasLost(publication.routingKey, after: now - since) else {
        left.append(publication, history)
        continue
      }
      queues.note(publication.routingKey)
      let letter = history.isKept ? nil : keep(history.delivery, publication, reason)
      if let letter { left.append(letter, History(delivery: history.delivery)) }
      dropped.append(
        Dropped(
          publication: publication, reason: "refused: \(reason)", isUndeliverable: false,
          isKept: letter != nil))
    }
    (publications, histories) = (left.publications, left.histories)
    return dropped
  }

  /// Takes it that the connection was lost while `next` was published.
  ///
  /// A broker closes the connection for one message, such as a response to an address that it
  /// cannot read; so from now on they go one by one, and a response over which it closes the
  /// connection again and again is given up. A connection that is lost in any other way says
  /// nothing about what was on it.
  package mutating func lose(_ error: AMQPError) -> [Dropped] {
    onlyRefusedSince = nil
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

  private func clear(_ queues: inout RefusingQueues, _ report: PublishReport) {
    let failed = Set(report.failures.map(\.index))
    for (index, publication) in publications.prefix(report.count).enumerated()
    where publication.exchange == Exchange.default && !failed.contains(index) {
      queues.clear(publication.routingKey)
    }
  }

  /// Publications that stay, and their histories.
  private struct Left {
    var publications: [Publication] = []
    var histories: [History] = []

    mutating func append(_ publication: Publication, _ history: History) {
      publications.append(publication)
      histories.append(history)
    }
  }

  private enum Fate {
    case again, later, reject, drop
  }

  private static func fate(of publication: Publication, _ kind: PublishFailure.Kind) -> Fate {
    switch (publication.exchange, kind) {
    case (Exchange.default, .refused): .later
    case (Exchange.default, _): .drop
    case (Exchange.deadLetters, .unsendable): .reject
    case (_, .unsendable): .drop
    default: .again
    }
  }
}
