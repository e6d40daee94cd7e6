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
  }

  /// A publication that is given up, and why.
  package struct Dropped: Hashable, Sendable {
    package var publication: Publication
    package var failure: PublishFailure
  }

  /// What is still to be published, in order.
  package private(set) var items: [Item]
  /// The places of the deliveries whose dead letters AMQP cannot carry.
  package private(set) var rejected: Set<Int> = []

  /// All publications of the outcomes, in order.
  package init(_ outcomes: [Outcome]) {
    items = outcomes.enumerated().flatMap { place, outcome in
      outcome.publications.map { Item(publication: $0, delivery: place) }
    }
  }

  /// Takes the broker's answers for all items; what is left is to be published again, and what is
  /// given up is handed back.
  package mutating func settle(_ report: PublishReport) -> [Dropped] {
    var again: [Item] = []
    var dropped: [Dropped] = []
    for failure in report.failures {
      var item = items[failure.index]
      if failure.kind == .refused { item.refusals += 1 }
      switch fate(of: item, failure.kind) {
      case .again: again.append(item)
      case .reject: rejected.insert(item.delivery)
      case .drop: dropped.append(Dropped(publication: item.publication, failure: failure))
      }
    }
    items = again
    return dropped
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
