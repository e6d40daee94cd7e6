import Glibc
import Hosts

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

  /// The value of the header `Content-Length`.
  private static func length(in lines: ArraySlice<Substring>) -> Int? {
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].filter { $0 != " " })
    }
    return nil
  }
}

/// A connection to a worker's probes; no call on it lasts beyond the deadline.
struct ProbeSocket: ~Copyable {
  private let descriptor: Int32
  private let deadline: ContinuousClock.Instant

  /// Connects to the first address of the target that accepts a connection.
  init(
    to target: ProbeTarget, until deadline: ContinuousClock.Instant, hosts: HostNames = .system
  ) throws(ProbeFailure) {
    var addresses = try Self.addresses(of: target, until: deadline, hosts)
    var failure = ProbeFailure("the name \(target.host) has no address")
    while let address = addresses.next() {
      do throws(ProbeFailure) {
        let end = ContinuousClock.now + addresses.share(of: deadline - .now)
        descriptor = try Self.connect(to: address, port: target.port, until: end)
        self.deadline = deadline
        return
      } catch {
        failure = addresses.areOfName ? ProbeFailure("\(address): \(error)") : error
      }
    }
    throw failure
  }

  deinit { close(descriptor) }

  /// Sends all bytes.
  func send(_ text: String) throws(ProbeFailure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try Self.wait(for: POLLOUT, on: descriptor, until: deadline)
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard sent > 0 else { throw Self.failure("send", errno) }
      rest = rest.dropFirst(sent)
    }
  }

  /// The bytes until the other side closes, up to a limit.
  func receive(limit: Int) throws(ProbeFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      try Self.wait(for: POLLIN, on: descriptor, until: deadline)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count >= 0 else { throw Self.failure("receive", errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        throw ProbeFailure("expected at most \(limit) bytes, got more")
      }
    }
  }

  private static func addresses(
    of target: ProbeTarget, until deadline: ContinuousClock.Instant, _ hosts: HostNames
  ) throws(ProbeFailure) -> HostAddresses {
    do throws(HostLookupError) {
      return try hosts.addresses(
        of: target.host, port: "\(target.port)", within: deadline - .now)
    } catch {
      throw ProbeFailure("\(error)")
    }
  }

  private static func connect(
    to text: String, port: UInt16, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(text, "\(port)", &hints, &found)
    guard code == 0, let found else { throw ProbeFailure(String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(found) }
    return try connect(to: found.pointee, until: deadline)
  }

  private static func connect(
    to address: addrinfo, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, kind, 0)
    guard descriptor >= 0 else { throw failure("socket", errno) }
    do throws(ProbeFailure) {
      if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw failure("connect", errno) }
        try wait(for: POLLOUT, on: descriptor, until: deadline)
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw failure("connect", code) }
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func wait(
    for events: Int32, on descriptor: Int32, until deadline: ContinuousClock.Instant
  ) throws(ProbeFailure) {
    while true {
      let rest = deadline - .now
      guard rest > .zero else { throw ProbeFailure("no answer in time") }
      var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&polled, 1, Int32(min(rest.inMilliseconds.rounded(.up), 60_000)))
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw failure("poll", errno) }
    }
  }

  private static func failure(_ operation: String, _ code: Int32) -> ProbeFailure {
    ProbeFailure("\(operation): \(String(cString: strerror(code)))")
  }
}

/// Why a worker has not answered: the attempt and its result.
struct ProbeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
