package import Messages
package import RideStore
package import Rides

/// Moves dead letters from their queue into the store; the lane acknowledges them after the
/// commit.
package final class DeadLetterHandler: MessageHandler {
  package let family: QueueFamily
  private let queue: String
  private let dependencies: HandlerDependencies
  private let store: any RideStore
  /// Called with the number of stored letters, and the reasons of those that the broker made.
  private let stored: (Int, [String]) -> Void

  /// Handles the letters of one queue; `family` is that of its worker.
  package init(
    queue: String, family: QueueFamily, dependencies: HandlerDependencies, store: any RideStore,
    stored: @escaping (Int, [String]) -> Void = { _, _ in }
  ) {
    self.queue = queue
    self.family = family
    self.dependencies = dependencies
    self.store = store
    self.stored = stored
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let arrived = batch.map { ArrivedLetter($0, queue: queue, at: now) }
    try store.write { () throws(StoreError) in
      var intake = LetterIntake(store: store, name: identifier)
      try intake.store(arrived)
    }
    stored(batch.count, arrived.filter { !$0.history.isByWorker }.map(\.history.reason))
    return batch.map { delivery in
      Outcome(publications: [], note: Outcome.Note(of: MessageContext(type: delivery.routingKey)))
    }
  }

  package func checkStore() throws(StoreError) { try store.checkSchema() }

  /// 130 bits of the digest of a content and its copy's number.
  private func identifier(of content: [UInt8], copy: Int) -> DeadLetterIdentifier {
    let number = Array("\(copy):".utf8)
    return DeadLetterIdentifier(
      String(dependencies.base32(dependencies.digest(number + content)).prefix(26)))
  }
}
