import CMicroHTTPD

/// A request from its headers to the end of its answer; used on the server's thread alone.
final class OpenRequest {
  let number: UInt64
  let connection: OpaquePointer
  let answer: PendingAnswer
  let descriptor: Int32
  /// Whether its path is that of long bodies.
  let mayBeLong: Bool
  /// Whether `serve` was called, or an answer given without it.
  var isServed = false
  /// Set when the answer goes on.
  var stream: StreamBuffer?
  private(set) var isEnded = false
  private var body: [UInt8] = []
  private(set) var isTooLarge = false
  private var isSuspended = false

  init(
    number: UInt64, connection: OpaquePointer, answer: PendingAnswer, mayBeLong: Bool = false
  ) {
    self.number = number
    self.connection = connection
    self.answer = answer
    self.mayBeLong = mayBeLong
    descriptor = livery_mhd_connection_descriptor(connection)
  }

  /// Adds a part of the body.
  ///
  /// A body over the limit is read to its end, so that the client reads the answer, but not kept.
  func add(_ part: UnsafeRawBufferPointer, limit: Int) {
    isTooLarge = isTooLarge || part.count > limit - body.count
    if isTooLarge { body = [] } else { body += part }
  }

  /// Whether what was read of its body is longer than that.
  func isLonger(than bytes: Int) -> Bool { body.count > bytes }

  /// The request, now that it is whole; nil where its address has a wrong escape.
  func request(method: String, path: String) -> HTTPRequest? {
    let sent = fields(.GET_ARGUMENT_KIND)
    let query = sent.compactMap { field -> HTTPField? in
      guard let name = EscapedText.decoded(field.name),
        let value = EscapedText.decoded(field.value)
      else { return nil }
      return HTTPField(name, value)
    }
    guard let path = EscapedText.decoded(path, isPath: true), query.count == sent.count else {
      return nil
    }
    return HTTPRequest(
      method: method, path: path, query: query, headers: fields(.HEADER_KIND), body: body,
      client: Self.text(ofClient: livery_mhd_client(connection)))
  }

  /// Lets the connection rest until it is resumed.
  func suspend() {
    isSuspended = true
    MHD_suspend_connection(connection)
  }

  /// Goes on with a connection that rests.
  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    MHD_resume_connection(connection)
  }

  /// Refuses what comes of the answer from now on; a connection that rests is closed.
  func end() {
    isEnded = true
    answer.cancel()
    stream?.end()
    resume()
  }

  /// Gives the next bytes of the stream, or lets the connection rest when there are none.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard let stream else { return livery_mhd_failed }
    let count = stream.read(into: target)
    if count == 0 { suspend() }
    return count
  }

  /// Sends a whole response.
  func send(_ response: HTTPResponse) -> MHD_Result {
    let created = response.body.withUnsafeBytes { bytes in
      // The bytes are only read, and copied before the call returns.
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    return send(created, status: response.status, headers: response.headers)
  }

  /// Sends the headers of a stream, whose bytes follow.
  ///
  /// Its connection ends with it.
  func send(_ stream: StreamBuffer, headers: [HTTPField]) -> MHD_Result {
    self.stream = stream
    let response = livery_mhd_stream(readStream, Unmanaged.passUnretained(self).toOpaque())
    return send(response, status: 200, headers: headers + [HTTPField("Connection", "close")])
  }

  private func send(
    _ response: OpaquePointer?, status: Int, headers: [HTTPField]
  ) -> MHD_Result {
    guard let response else { return .NO }
    // The connection keeps its own reference to the response from MHD_queue_response on.
    defer { MHD_destroy_response(response) }
    // A header that would break the response, such as with a line feed, is left out.
    for header in headers { MHD_add_response_header(response, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(status), response)
  }

  private func fields(_ kind: MHD_ValueKind) -> [HTTPField] {
    var fields: [HTTPField] = []
    _ = withUnsafeMutablePointer(to: &fields) { fields in
      MHD_get_connection_values_n(connection, kind, addField, fields)
    }
    return fields
  }

  /// What `livery_mhd_client` returns as text.
  private static func text(ofClient client: UInt64) -> String {
    let isIPv4 = client >> 32 == 0 && client != 0
    let parts = stride(from: isIPv4 ? 24 : 48, through: 0, by: isIPv4 ? -8 : -16).map {
      isIPv4 ? "\(client >> $0 & 0xFF)" : String(client >> $0 & 0xFFFF, radix: 16)
    }
    return isIPv4 ? parts.joined(separator: ".") : parts.joined(separator: ":") + "::"
  }
}

/// Reads from the stream of a request (MHD_ContentReaderCallback).
private func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?,
  count: Int
) -> Int {
  guard let context else { return livery_mhd_failed }
  return Unmanaged<OpenRequest>.fromOpaque(context).takeUnretainedValue()
    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

/// Adds a header or a parameter to an array (MHD_KeyValueIteratorN).
///
/// More than five parameters: they are those that C passes.
private func addField(
  context: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameSize: Int, value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
  func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(
      decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self
    )
  }
  context?.assumingMemoryBound(to: [HTTPField].self).pointee
    .append(HTTPField(text(name, nameSize), text(value, valueSize)))
  return .YES
}
