import CCurl
import Glibc

/// A page that a server has answered with, such as a worker.
package struct HTTPPage: Hashable, Sendable {
  package let status: Int
  package let body: [UInt8]

  /// The most bytes of an answer: many times the metrics of a worker.
  static let limit = 8 << 20

  /// Whom a server asks for, by basic authentication (RFC 7617).
  package struct Credentials: Hashable, Sendable {
    package let user: String
    package let password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// Asks a worker for a path.
  static func get(
    _ path: String, from target: ProbeTarget, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) -> HTTPPage {
    try get("http://\(target)\(path)", until: deadline)
  }

  /// Asks for a URL of http or https by libcurl, over a connection of its own; no proxy is used and
  /// no redirection followed.
  package static func get(
    _ url: String, as credentials: Credentials? = nil, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) -> HTTPPage {
    guard let handle = curl_easy_init() else { throw ProbeFailure("libcurl cannot be used") }
    defer { curl_easy_cleanup(handle) }
    var texts = [
      (CURLOPT_URL, url), (CURLOPT_PROXY, ""), (CURLOPT_PROTOCOLS_STR, "http,https"),
    ]
    // Of these alone basic authentication is made (CURLOPT_HTTPAUTH(3)).
    if let credentials {
      texts += [(CURLOPT_USERNAME, credentials.user), (CURLOPT_PASSWORD, credentials.password)]
    }
    for (option, value) in texts { livery_curl_set_text(handle, option, value) }
    let body = HTTPBody()
    let result = withExtendedLifetime(body) {
      livery_curl_set_callbacks(handle, receive, nil, Unmanaged.passUnretained(body).toOpaque())
      let numbers = [
        // A signal must not interrupt another thread's work (CURLOPT_NOSIGNAL(3)), and a name
        // server that does not answer is not waited for.
        (CURLOPT_NOSIGNAL, 1), (CURLOPT_QUICK_EXIT, 1), (CURLOPT_NOPROGRESS, 1),
        (CURLOPT_TIMEOUT_MS, max(1, Int((deadline - .now).inMilliseconds))),
      ]
      for (option, value) in numbers { livery_curl_set_number(handle, option, value) }
      return curl_easy_perform(handle)
    }
    guard result == CURLE_OK else { throw ProbeFailure(result, of: handle, body) }
    return HTTPPage(status: livery_curl_status(handle), body: body.bytes)
  }
}

/// The part of a body that has arrived.
private final class HTTPBody {
  var bytes: [UInt8] = []
  var isTooLong = false
}

/// Takes a part of a body, and ends the request where the body is too long
/// (CURLOPT_WRITEFUNCTION(3)).
private func receive(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let bytes else { return 0 }
  let body = Unmanaged<HTTPBody>.fromOpaque(context).takeUnretainedValue()
  body.bytes += UnsafeRawBufferPointer(start: bytes, count: size * count)
  body.isTooLong = body.bytes.count > HTTPPage.limit
  return body.isTooLong ? 0 : size * count
}

/// Why a server has not answered: the attempt and its result.
package struct ProbeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// The failure of a request of libcurl.
  fileprivate init(_ code: CURLcode, of handle: UnsafeMutableRawPointer, _ body: HTTPBody) {
    let connectError = livery_curl_connect_error(handle)
    description =
      switch code {
      case CURLE_OPERATION_TIMEDOUT: "no answer in time"
      case CURLE_WRITE_ERROR where body.isTooLong:
        "expected at most \(HTTPPage.limit) bytes, got more"
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_GOT_NOTHING:
        "expected an answer by HTTP, got something else"
      case CURLE_COULDNT_CONNECT where connectError != 0:
        "connect: \(String(cString: strerror(Int32(connectError))))"
      default: String(cString: curl_easy_strerror(code))
      }
  }
}
