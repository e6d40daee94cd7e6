import Fleet
import JSON
import Messages
import Replay
import Rides

/// A recording that a command reads, checked as a whole before its first message.
struct RecordingSource: ~Copyable {
  private var reader: RecordingReader
  private let output: Output
  private let isStrict: Bool
  let header: RecordingHeader
  /// The messages of the recording; nil where it is read without its end.
  let count: Int?
  /// The lines that are no messages.
  private(set) var unreadable = 0
  /// The first complaints are shown, the others only counted.
  private static let complaintLimit = 10

  /// Opens a recording; one that is cut off or was changed is refused, unless it is `partial`: then
  /// what can be read of it is.
  init(
    _ path: String, isStrict: Bool, partial: Bool, _ output: Output
  ) throws(ToolError) {
    let count = partial ? nil : try Self.count(path)
    let reader = try ToolError.mapped(recording: try RecordingReader(path: path))
    self.count = count
    header = reader.header
    self.reader = reader
    self.output = output
    self.isStrict = isStrict
  }

  /// Checks the whole file; the number of its messages.
  private static func count(_ path: String) throws(ToolError) -> Int {
    do throws(RecordingFault) {
      return try RecordingReader(path: path).check().count
    } catch {
      throw ToolError(error, advice: advice(error))
    }
  }

  private static func advice(_ fault: RecordingFault) -> String {
    switch fault.reason {
    case .cutOff, .damaged, .miscounted, .goesOn: "; --partial reads what can be read"
    default: ""
    }
  }

  /// The line of the message that was read last.
  var line: Int { reader.line }

  /// The next message; nil at the end.
  mutating func next() throws(ToolError) -> RecordedMessage? {
    while true {
      do throws(RecordingFault) {
        return try reader.next()
      } catch {
        guard case .malformed = error.reason, !isStrict else {
          if count == nil, !isStrict { return end(error) }
          throw ToolError(error)
        }
        report(error)
      }
    }
  }

  private mutating func end(_ fault: RecordingFault) -> RecordedMessage? {
    output.error("\(fault)")
    return nil
  }

  private mutating func report(_ fault: RecordingFault) {
    unreadable += 1
    if unreadable <= Self.complaintLimit { output.error("\(fault)") }
    if unreadable == Self.complaintLimit { output.error("further such lines are only counted") }
  }
}

/// The facts of a recording that a replay on a broker needs before it begins.
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

extension RecordedMessage {
  /// Whom the message is about: rider, ride and vehicle.
  var parties: [String] {
    guard let fields = try? JSONFields(parsing: body) else { return [] }
    var parties: [String] = []
    for name in ["riderIdentifier", "rideIdentifier", "vehicleIdentifier"] {
      if let text = try? fields.string(name, atMost: 256) { parties.append(text) }
    }
    if routingKey == MessageType.requestRide.rawValue, let rider = parties.first,
      let identifier = properties.messageID
    {
      parties.append(RideNames.identifier(rider: rider, messageID: identifier))
    }
    return parties
  }
}
