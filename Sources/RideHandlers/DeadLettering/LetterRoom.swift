import Messages
import RideStore
import Rides

/// The room in the store for the letters of each sender.
///
/// What is stored is read every ten seconds while letters arrive; in between this lane counts its
/// own. So several workers together may exceed the limit by what they store in that time.
struct LetterRoom {
  /// How long a reading counts.
  static let readingSeconds = 10

  private let limit: Int
  private var stored: [DeadLetterSender: Int] = [:]
  private var readAt: Instant?

  /// `limit` is in bytes.
  init(limit: Int) { self.limit = limit }

  /// Reads what is stored, if that is due.
  mutating func refresh(_ store: any RideStore, at now: Instant) throws(StoreError) {
    if let readAt, readAt <= now, now < readAt.advanced(bySeconds: Self.readingSeconds) { return }
    stored = [:]
    for size in try store.deadLetterSizes() {
      stored[DeadLetterSender(exchange: size.exchange, queue: size.queue), default: 0] += size.bytes
    }
    readAt = now
  }

  /// Takes the room for a letter; false if its sender has none left.
  mutating func take(for letter: DeadLetterRecord) -> Bool {
    let sender = letter.sender
    let bytes = (stored[sender] ?? 0) + DeadLetterSize(of: letter).bytes
    guard bytes <= limit else { return false }
    stored[sender] = bytes
    return true
  }
}

extension DeadLetterRecord {
  var sender: DeadLetterSender { DeadLetterSender(exchange: exchange, queue: queue) }
}
