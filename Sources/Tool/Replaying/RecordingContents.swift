import Fleet
import Messages
import Recordings
import Replay
import Rides

/// What a replay on a broker has to know of a recording before it begins.
struct RecordingContents {
  /// The time of the first request.
  let first: Instant
  /// The lines; nil where the recording is read without its end.
  let count: Int?
  /// The numbers of the requests that were answered; nil where responses were not recorded.
  let answered: Set<Int>?

  init(_ source: consuming RecordingSource, _ path: String) throws(ToolError) {
    var source = source
    var first: Instant?
    var answered: Set<Int> = []
    while let message = try source.next() {
      if message.kind == .request, first == nil { first = message.at }
      if message.kind == .response, let cause = message.cause { answered.insert(cause) }
    }
    guard let first else { throw ToolError(.data, "\(path): it holds no request") }
    self.first = first
    count = source.count
    self.answered = source.header.hasOutcomes ? answered : nil
  }
}
