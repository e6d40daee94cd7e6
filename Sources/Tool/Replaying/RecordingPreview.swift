import Fleet
import JSON
import Messages
import Replay
import Rides

/// What a replay in one process has to know of a recording before its first message.
struct RecordingPreview {
  /// What the fleet knew when the recording began; nil where that was not recorded.
  private(set) var state: RecordedState?
  /// The requests that waited in their queues beyond their deadlines.
  private var late: Set<Int> = []
  /// The requests whose responses were recorded.
  private(set) var answered: Set<Int> = []
  private(set) var startCodes = RecordedStartCodes()

  /// Reads the recording, where it can have any of these.
  init(
    _ path: String, _ header: RecordingHeader, isPartial: Bool, withStartCodes: Bool
  ) throws(ToolError) {
    guard header.stateAt != nil || header.hasWriteResponses || withStartCodes else { return }
    state = header.stateAt.map { _ in RecordedState() }
    var source = try RecordingSource(
      path, isStrict: false, partial: isPartial, Output(isColored: false) { _, _ in })
    while let message = try source.next() {
      state?.add(message)
      if withStartCodes { startCodes.add(message) }
      guard message.kind == .response, let cause = message.cause else { continue }
      answered.insert(cause)
      if message.body.isLateAnswer { late.insert(cause) }
    }
  }

  /// When a request was handled, as far as it is known: at once, or when its deadline had passed.
  func handled(_ message: RecordedMessage) -> Instant {
    guard late.contains(message.number), let deadline = message.properties.deadline else {
      return message.at
    }
    return max(message.at, deadline)
  }
}

/// Requests that are handled later than they were published, in the order in which they are.
struct LateRequests {
  private var waiting: [RecordedMessage] = []

  /// Holds back a request until that moment.
  mutating func add(_ message: RecordedMessage, until instant: Instant) {
    var message = message
    message.at = instant
    let place = waiting.firstIndex { $0.at > instant } ?? waiting.endIndex
    waiting.insert(message, at: place)
  }

  /// The next request that is handled by that moment; at the end any.
  mutating func next(until instant: Instant?) -> RecordedMessage? {
    guard let first = waiting.first, instant.map({ first.at <= $0 }) ?? true else { return nil }
    return waiting.removeFirst()
  }
}

extension [UInt8] {
  /// Whether it is the answer to a request that came too late.
  fileprivate var isLateAnswer: Bool {
    guard holds("\"deadlineExceeded\""),
      let answer = try? JSONValue(parsing: self, limits: .stored)
    else { return false }
    return answer["error"]?["reason"]?.string == ErrorReason.deadlineExceeded.rawValue
  }
}

extension MessageProperties {
  /// The moment after which a request is not executed.
  var deadline: Instant? {
    switch header("deadline") {
    case .string(let text): Instant(rfc3339: text)
    case .timestamp(let seconds): Int64(exactly: seconds).map { Instant(seconds: $0) }
    default: nil
    }
  }
}
