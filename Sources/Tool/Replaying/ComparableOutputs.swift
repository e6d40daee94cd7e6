import Messages
import Recordings
import Replay

/// Which outputs of a replay a recording has something to compare with.
///
/// What was recorded on a broker has no responses to messages that only ask, and no books; its
/// times are those of the broker, and a message waited in its queue before it was handled.
struct ComparableOutputs: Sendable {
  private let hasOutcomes: Bool
  private let hasWriteResponses: Bool

  init(_ header: RecordingHeader) {
    hasOutcomes = header.hasOutcomes
    hasWriteResponses = header.hasWriteResponses
  }

  /// How far times may differ where nothing else is asked for.
  var timeToleranceMicroseconds: Int64 { hasOutcomes ? 0 : 2_000_000 }

  func contains(_ output: ReplayOutput) -> Bool {
    if hasOutcomes { return true }
    switch output.kind {
    case .event, .payment, .deadLetter: return true
    case .books: return false
    case .response: return hasWriteResponses && isWrite(output.label)
    }
  }

  private func isWrite(_ label: String) -> Bool {
    guard label.hasSuffix(".response"),
      let type = MessageType(rawValue: String(label.dropLast(".response".count)))
    else { return false }
    return type.needsMessageIdentifier && !type.onlyAsks
  }
}
