import Messages
import RideHandlers

/// What the lanes find that move dead letters into the store.
final class MovedLetterMeter: MetricSource {
  /// The dead letters that the broker has made; workers count their own when they make them.
  let byBroker = DeadLetterMeter()
  private let dropped = Dictionary(
    uniqueKeysWithValues: DeadLetterSender.names.map { ($0, Counter()) })

  /// Counts a batch.
  func record(_ moved: MovedLetters) {
    for reason in moved.brokerReasons { byBroker.add(word: reason) }
    for (sender, count) in moved.dropped { dropped[sender.name]?.add(count) }
  }

  func addSamples(to samples: inout MetricSamples) {
    samples.set(
      .deadLettersDropped,
      DeadLetterSender.names.map { ($0, dropped[$0]?.value ?? 0) })
  }
}
