import CCurl

/// Posts requests by libcurl, over one connection that is kept; for one thread.
///
/// No proxy is used and no redirection followed: headers with a secret go to the receiver that was
/// named, and nowhere else.
package struct CurlTransport: ~Copyable, SpanTransport {
  private let handle: UnsafeMutableRawPointer
  private let headers: UnsafeMutablePointer<curl_slist>?

  /// Prepares the library; to be called before the process has several threads
  /// (curl_global_init(3)).
  package static func prepareLibrary() { _ = livery_curl_begin() }

  /// Prepares the connection, which the first request opens; nil when libcurl cannot.
  package init?(to url: CollectorURL, headers pairs: [KeyValuePair]) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    // Without an empty `Expect` libcurl would wait for a 100 before a large body.
    let lines = ["Content-Type: application/json", "Expect:"]
    headers = (lines + pairs.map { "\($0.name): \($0.value)" }).reduce(nil) { list, line in
      curl_slist_append(list, line) ?? list
    }
    let texts = [
      (CURLOPT_URL, url.description), (CURLOPT_PROXY, ""), (CURLOPT_PROTOCOLS_STR, "http,https"),
      (CURLOPT_USERAGENT, "livery"),
    ]
    for (option, value) in texts { livery_curl_set_text(handle, option, value) }
    // A signal must not interrupt another thread's work (CURLOPT_NOSIGNAL(3)).
    livery_curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    livery_curl_set_number(handle, CURLOPT_POST, 1)
    livery_curl_set_number(handle, CURLOPT_TCP_KEEPALIVE, 1)
    livery_curl_set_headers(handle, headers)
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headers)
  }

  package mutating func send(
    _ body: [UInt8], within timeout: Duration, isOver: @escaping () -> Bool
  ) -> ExportOutcome {
    let call = CurlCall(isOver: isOver)
    let result = withExtendedLifetime(call) {
      body.withUnsafeBytes { bytes in
        livery_curl_set_body(handle, bytes.baseAddress, bytes.count)
        livery_curl_set_callbacks(
          handle, receive, progress, Unmanaged.passUnretained(call).toOpaque())
        livery_curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, Int(timeout / .milliseconds(1))))
        return curl_easy_perform(handle)
      }
    }
    guard result == CURLE_OK else { return .failed(String(cString: curl_easy_strerror(result))) }
    return .answered(
      status: livery_curl_status(handle), rejected: PartialSuccess.rejected(by: call.answer),
      retryAfter: Int(clamping: livery_curl_retry_after(handle)))
  }
}

/// What the callbacks of one request know.
private final class CurlCall {
  let isOver: () -> Bool
  /// The beginning of the answer; the rest says nothing that is needed.
  var answer: [UInt8] = []
  static let longestAnswer = 65_536

  init(isOver: @escaping () -> Bool) { self.isOver = isOver }
}

/// Takes a part of the answer (CURLOPT_WRITEFUNCTION(3)).
private func receive(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let bytes else { return 0 }
  let call = Unmanaged<CurlCall>.fromOpaque(context).takeUnretainedValue()
  let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
  call.answer += part.prefix(max(0, CurlCall.longestAnswer - call.answer.count))
  return size * count
}

/// Ends the request when it is over (CURLOPT_XFERINFOFUNCTION(3)).
private func progress(
  context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
  guard let context else { return 1 }
  return Unmanaged<CurlCall>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
}

/// Sends a request of OTLP to a receiver, so that the exporter can be driven without one.
package protocol SpanTransport: ~Copyable {
  /// Posts the request and waits for the answer at most that long; gives up as soon as `isOver`.
  mutating func send(
    _ body: [UInt8], within timeout: Duration, isOver: @escaping () -> Bool
  ) -> ExportOutcome
}
