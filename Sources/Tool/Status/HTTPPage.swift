/// A page that a worker has answered with.
struct HTTPPage: Hashable, Sendable {
  let status: Int
  let body: [UInt8]

  /// The most bytes of an answer: many times the metrics of a worker.
  static let limit = 8 << 20

  /// Asks for a path, by HTTP/1.0: the answer ends with the connection.
  static func get(
    _ path: String, from target: ProbeTarget, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) -> HTTPPage {
    let socket = try ProbeSocket(to: target, until: deadline)
    try socket.send("GET \(path) HTTP/1.0\r\nHost: \(target)\r\nConnection: close\r\n\r\n")
    return try HTTPPage(try socket.receive(limit: limit))
  }

  /// Takes an answer apart (RFC 9112).
  init(_ bytes: [UInt8]) throws(ProbeFailure) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw ProbeFailure("expected an answer by HTTP, got something else")
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let status = Int(words[1]), status >= 100
    else { throw ProbeFailure("expected an answer by HTTP, got something else") }
    body = Array(bytes[end.upperBound...])
    self.status = status
    if let length = Self.length(in: lines.dropFirst()), length != body.count {
      throw ProbeFailure("expected a body of \(length) bytes, got \(body.count)")
    }
  }

  /// What the header `Content-Length` says.
  private static func length(in lines: ArraySlice<Substring>) -> Int? {
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " })
    }
    return nil
  }
}
