package import Messages
package import RideStore
package import Rides

/// What has become of a batch of dead letters.
package struct MovedLetters: Sendable {
  /// How many are in the store now.
  package var stored = 0
  /// The reasons of those that the broker made.
  package var brokerReasons: [String] = []
  /// How many were dropped, since their sender has no room in the store, by sender.
  package var dropped: [DeadLetterSender: Int] = [:]
}

/// Moves dead letters from their queue into the store; the lane acknowledges them after the
/// commit.
///
/// Each sender has room for so many bytes; further letters are dropped.
package final class DeadLetterHandler: MessageHandler {
  package let family: QueueFamily
  private let queue: String
  private let dependencies: HandlerDependencies
  private let store: any RideStore
  private var room: LetterRoom
  private let moved: (MovedLetters) -> Void

  /// Handles the letters of one queue; `family` is that of its worker, `bytesOfSender` the room of
  /// each sender.
  ///
  /// More than five parameters: a handler of another queue differs in each.
  package init(
    queue: String, family: QueueFamily, dependencies: HandlerDependencies, store: any RideStore,
    bytesOfSender: Int = .max, moved: @escaping (MovedLetters) -> Void = { _ in }
  ) {
    self.queue = queue
    self.family = family
    self.dependencies = dependencies
    self.store = store
    room = LetterRoom(limit: bytesOfSender)
    self.moved = moved
  }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let arrived = batch.map {
      ArrivedLetter($0, queue: queue, at: now, digest: dependencies.digest)
    }
    try room.refresh(store, at: now)
    let intake = try store.write { [room] () throws(StoreError) in
      var intake = LetterIntake(store: store, room: room, name: identifier)
      try intake.store(arrived)
      return intake
    }
    room = intake.room
    moved(
      MovedLetters(
        stored: batch.count - intake.dropped.values.reduce(0, +),
        brokerReasons: arrived.filter { !$0.history.isByWorker }.map(\.history.reason),
        dropped: intake.dropped))
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
