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
/// | response | dropped: the requester is gone | again once, then dropped | dropped |
/// | dead letter | again | again | its delivery is rejected, and the broker keeps it |
/// | event, command | again | again | dropped, and told as an error |
package struct OutgoingBatch: Sendable {
  /// What befell a publication, and the place of the delivery that caused it.
  private struct History {
    var delivery: Int
    /// How often the broker has refused it.
    var refusals = 0
    /// How often the broker closed the connection over it, while it alone was published.
    var losses = 0
  }

  /// A publication that is given up, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var reason: String
    /// Whether its address takes nothing else either: the queue is gone, or AMQP cannot name it.
    package var isUndeliverable = true
  }

  /// What is still to be published, in order.
  package private(set) var publications: [Publication] = []
  /// Of each publication.
  private var histories: [History] = []
  /// The places of the deliveries whose dead letters AMQP cannot carry.
  package private(set) var rejected: Set<Int> = []
  /// Whether one message is published at a time, to find the one that costs the connection.
  private var isSingly = false

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
      while let publication = made.popLast() {
        publications.append(publication)
        histories.append(History(delivery: place))
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
  /// be published again.
  package mutating func settle(_ report: PublishReport) -> [Dropped] {
    var again: (publications: [Publication], histories: [History]) = ([], [])
    var dropped: [Dropped] = []
    for failure in report.failures {
      let publication = publications[failure.index]
      var history = histories[failure.index]
      if failure.kind == .refused { history.refusals += 1 }
      switch fate(of: publication, history, failure.kind) {
      case .again:
        again.publications.append(publication)
        again.histories.append(history)
      case .reject: rejected.insert(history.delivery)
      case .drop:
        dropped.append(
          Dropped(
            publication: publication, reason: "\(failure.kind): \(failure.reason)",
            isUndeliverable: failure.kind != .refused))
      }
    }
    publications = again.publications + publications.dropFirst(report.count)
    histories = again.histories + histories.dropFirst(report.count)
    return dropped
  }

  /// Takes it that the connection was lost while `next` was published.
  ///
  /// A broker closes the connection for one message, such as a response to an address that it
  /// cannot read; so from now on they go one by one, and a response over which it closes the
  /// connection again and again is given up. A connection that is lost in any other way says
  /// nothing about what was on it.
  package mutating func lose(_ error: AMQPError) -> [Dropped] {
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

  private enum Fate {
    case again, reject, drop
  }

  private func fate(
    of publication: Publication, _ history: History, _ kind: PublishFailure.Kind
  ) -> Fate {
    switch (publication.exchange, kind) {
    case (Exchange.default, .refused): history.refusals > 1 ? .drop : .again
    case (Exchange.default, _): .drop
    case (Exchange.deadLetters, .unsendable): .reject
    case (_, .unsendable): .drop
    default: .again
    }
  }
}
