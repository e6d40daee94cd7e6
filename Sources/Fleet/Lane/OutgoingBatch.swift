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
  /// A publication and the place of the delivery that caused it.
  package struct Item: Hashable, Sendable {
    package var publication: Publication
    package var delivery: Int
    /// How often the broker has refused it.
    package var refusals = 0
    /// How often the broker closed the connection over it, while it alone was published.
    package var losses = 0
  }

  /// A publication that is given up, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var reason: String
    /// Whether its address takes nothing else either: the queue is gone, or AMQP cannot name it.
    package var isUndeliverable = true
  }

  /// What is still to be published, in order.
  package private(set) var items: [Item]
  /// The places of the deliveries whose dead letters AMQP cannot carry.
  package private(set) var rejected: Set<Int> = []
  /// Whether one message is published at a time, to find the one that costs the connection.
  private var isSingly = false

  /// How often a response may cost the connection before it is given up.
  private static let lossLimit = 3

  /// All publications of the outcomes, in order.
  package init(_ outcomes: [Outcome]) {
    items = outcomes.enumerated().flatMap { place, outcome in
      outcome.publications.map { Item(publication: $0, delivery: place) }
    }
  }

  /// What is to be published now.
  package var next: [Publication] {
    (isSingly ? items.prefix(1) : items[...]).map(\.publication)
  }

  /// Takes the broker's answers for `next`; what is given up is handed back, and what is left is to
  /// be published again.
  package mutating func settle(_ report: PublishReport) -> [Dropped] {
    var again: [Item] = []
    var dropped: [Dropped] = []
    for failure in report.failures {
      var item = items[failure.index]
      if failure.kind == .refused { item.refusals += 1 }
      switch fate(of: item, failure.kind) {
      case .again: again.append(item)
      case .reject: rejected.insert(item.delivery)
      case .drop:
        dropped.append(
          Dropped(
            publication: item.publication, reason: "\(failure.kind): \(failure.reason)",
            isUndeliverable: failure.kind != .refused))
      }
    }
    items = again + items.dropFirst(report.count)
    return dropped
  }

  /// Takes it that the connection was lost while `next` was published.
  ///
  /// A broker closes the connection for one message, such as a response to an address that it
  /// cannot read; so from now on they go one by one, and a response over which it closes the
  /// connection again and again is given up. A connection that is lost in any other way says
  /// nothing about what was on it.
  package mutating func lose(_ error: AMQPError) -> [Dropped] {
    guard isSingly || items.count == 1, var first = items.first else {
      isSingly = true
      return []
    }
    guard error.code.mayBlameMessage else { return [] }
    first.losses += 1
    items[0] = first
    guard first.losses >= Self.lossLimit, first.publication.exchange == Exchange.default else {
      return []
    }
    items.removeFirst()
    return [Dropped(publication: first.publication, reason: "\(error)")]
  }

  private enum Fate {
    case again, reject, drop
  }

  private func fate(of item: Item, _ kind: PublishFailure.Kind) -> Fate {
    switch (item.publication.exchange, kind) {
    case (Exchange.default, .refused): item.refusals > 1 ? .drop : .again
    case (Exchange.default, _): .drop
    case (Exchange.deadLetters, .unsendable): .reject
    case (_, .unsendable): .drop
    default: .again
    }
  }
}
