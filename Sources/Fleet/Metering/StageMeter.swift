/// The time that the batches of a lane spend in each stage.
final class StageMeter: Sendable {
  /// The stages of a batch, in order.
  enum Stage: String, CaseIterable {
    /// Reading the messages.
    case decode
    /// Deciding and encoding the answers.
    case handle
    /// Waiting for the database.
    case store
    /// Publishing and waiting for confirms, without the time in which the next batch is handled.
    case confirm
  }

  private let histograms = Stage.allCases.map { _ in
    Histogram(bounds: [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5] + LaneMeter.seconds)
  }

  private let start = ContinuousClock.now
  /// When the current batch was received, in nanoseconds since the start.
  private let taken = Gauge()
  /// When handling last began: it is repeated while the store fails.
  private let begun = Gauge()
  /// How long the messages took to decode, in nanoseconds; 0 until then.
  private let decoding = Gauge()
  /// The time of the lane's session in the store when the batch was begun, in nanoseconds.
  private let storeBefore = Gauge()

  /// Records that a batch is received.
  func took() { taken.value = nanoseconds }

  /// Records that handling of a batch begins.
  func began(timeInStore: Duration) {
    begun.value = nanoseconds
    decoding.value = 0
    storeBefore.value = timeInStore.nanoseconds
  }

  /// Records that the messages of a batch are decoded; if they are decoded again one by one, the
  /// first time counts.
  func decoded() {
    if decoding.value == 0 { decoding.value = max(1, nanoseconds - begun.value) }
  }

  /// Records a handled batch, whose last attempt took `duration`.
  ///
  /// Time that is spent neither in decoding nor in the store counts as deciding. Failed attempts of
  /// the store, and the pauses after them, count as time in the store.
  func handled(in duration: Duration, timeInStore: Duration) {
    let decode = Duration.nanoseconds(decoding.value)
    let store = max(.zero, timeInStore - .nanoseconds(storeBefore.value))
    let earlier = Duration.nanoseconds(max(0, begun.value - taken.value))
    histograms[0].record(decode)
    histograms[1].record(max(.zero, duration - decode - store))
    histograms[2].record(store + earlier)
  }

  /// Records a batch that is published and confirmed.
  func confirmed(in duration: Duration) { histograms[3].record(duration) }

  private var nanoseconds: Int { (ContinuousClock.now - start).nanoseconds }

  /// The recorded times, in the order of the stages.
  var snapshots: [HistogramSnapshot] { histograms.map(\.snapshot) }
}

extension Duration {
  /// The whole duration in nanoseconds; 292 years are the most.
  fileprivate var nanoseconds: Int {
    Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
  }
}
