/// A request that waits for its answer; it is answered once, on any thread.
///
/// One that is dropped unanswered gets 500. Only the first answer counts.
package final class HTTPExchange: Sendable {
  package let request: HTTPRequest
  private let answer: PendingAnswer

  init(_ request: HTTPRequest, answer: PendingAnswer) {
    self.request = request
    self.answer = answer
  }

  deinit { answer.give(.refusal(500)) }

  /// Answers with a whole response.
  package func respond(_ response: HTTPResponse) { answer.give(.response(response)) }

  /// Answers 200 with these headers and a body that goes on until it is closed.
  ///
  /// With more streams than the limit the client gets 503, and the stream takes nothing.
  package func stream(_ headers: [HTTPField]) -> HTTPStream {
    let buffer = StreamBuffer(limit: answer.streamBytes, wakeUp: answer.wakeUp)
    answer.give(.stream(headers, buffer))
    return HTTPStream(buffer)
  }
}

/// The body of an answer that goes on, such as of events; any thread adds to it.
///
/// It is closed when it is dropped.
package final class HTTPStream: Sendable {
  private let buffer: StreamBuffer

  init(_ buffer: StreamBuffer) { self.buffer = buffer }

  deinit { buffer.close() }

  /// Adds bytes; false once the client is gone or does not read, and then for good.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool { buffer.add(bytes) }

  /// Ends the body after the bytes that were sent.
  package func close() { buffer.close() }
}
