import Replay
import Rides

/// A recording in the words of a report.
struct RecordingFacts {
  private let header: RecordingHeader

  init(_ header: RecordingHeader) { self.header = header }

  /// When it began, and what it has.
  var words: String {
    let state = header.stateAt.map { ", with the state of \($0.rfc3339)" } ?? ""
    return "begun \(header.startedAt.rfc3339)\(header.isMasked ? ", masked" : "")\(state)"
  }

  /// What made the recorded outcome: a build, and its catalogue.
  var outcome: String {
    let catalogue = header.catalogue.map { "catalogue \($0)" } ?? "a catalogue that is not known"
    return header.hasOutcomes
      ? "the accepted outcome of \(header.livery), \(catalogue)"
      : "what the fleet published when it was recorded by \(header.livery), \(catalogue)"
  }
}
