import Messages
import Rides
import Tracing

/// The messages of one batch that are recorded.
struct TracedBatch {
  /// How many messages the batch has in all.
  var count = 0
  /// The span of the batch's receipt; nil when none of its messages is recorded.
  var receive: Span?
  var messages: [TracedMessage] = []
  /// The spans of publications that are on their way.
  var sends: [Span] = []

  /// The spans that have begun and not ended: those of processing that have ended are with the
  /// exporter.
  var open: [Span] { sends + messages.map(\.process).filter { $0.end == 0 && $0.start != 0 } }
}

/// A message of a batch that is recorded, and the span of its processing.
struct TracedMessage {
  /// Its place in the batch.
  let place: Int
  /// The context that it came with.
  let parent: TraceParent?
  let state: String?
  /// The span of its processing, which ends with the batch's transaction.
  var process: Span

  /// Whether publications of this trace belong to the message.
  func isOfTrace(_ context: TraceParent) -> Bool {
    context.trace == parent?.trace || context.trace == process.context.trace
  }
}

/// A message that the sampler chose, before there are spans.
struct ChosenMessage {
  let place: Int
  let parent: TraceParent?
  let state: String?
  /// The trace that begins with it if it came without a context.
  let root: TraceIdentifier
}
