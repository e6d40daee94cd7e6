import Fleet
import Glibc
import Messages
import Replay
package import RideStore
package import Rides

/// Dead letters as a recording.
package enum LetterRecording {
  /// Writes letters to a file that does not exist, and brings it to the disk.
  ///
  /// They are written as they lay in their queues, or as the requests that they were.
  ///
  /// `version` is that of the program that writes them.
  package static func write(
    _ letters: [DeadLetterRecord], to path: String, asRequests: Bool = false, at now: Instant,
    _ version: String
  ) throws(ToolError) {
    do throws(RecordingFault) {
      var writer = try RecordingWriter(
        path: path,
        header: RecordingHeader(startedAt: now, livery: version, isMasked: false))
      for (index, letter) in letters.enumerated() {
        try writer.write(message(letter, number: index + 1, asRequest: asRequests))
      }
      try writer.finish()
    } catch {
      throw ToolError(.failure, "\(error)")
    }
    try synchronizeFolder(of: path)
  }

  private static func message(
    _ letter: DeadLetterRecord, number: Int, asRequest: Bool
  ) -> RecordedMessage {
    var properties = (try? PropertiesDocument.decode(letter.properties)) ?? MessageProperties()
    var (exchange, key) = (letter.exchange ?? "", letter.type ?? "")
    if !asRequest {
      properties.headers += DeadLetterHistory(of: letter).headers
      (exchange, key) = (Exchange.deadLetters, deadLetterKey(of: letter.queue))
    }
    return RecordedMessage(
      number: number, at: letter.fault.failedAt, exchange: exchange, routingKey: key,
      properties: properties, body: letter.body)
  }

  private static func deadLetterKey(of queue: String) -> String {
    QueueFamily.allCases.first { $0.deadLetterQueue == queue }?.deadLetterKey
      ?? Exchange.paymentDeadLetterKey
  }

  /// A file lasts when its folder, too, is on the disk.
  private static func synchronizeFolder(of path: String) throws(ToolError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ToolError(.failure, "\(folder): cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw ToolError(.failure, "\(folder): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}

extension DeadLetterHistory {
  /// The history of a stored letter.
  fileprivate init(of letter: DeadLetterRecord) {
    self.init(
      isByWorker: letter.fault.worker != nil, reason: letter.fault.reason,
      message: letter.fault.message, path: letter.fault.path, failedAt: letter.fault.failedAt,
      worker: letter.fault.worker, exchange: letter.exchange, routingKey: letter.type)
  }
}
