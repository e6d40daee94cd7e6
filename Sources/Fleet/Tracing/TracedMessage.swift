import Messages
import Rides
import Tracing

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
