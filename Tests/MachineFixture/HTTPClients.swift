import Foundation
import Glibc

/// What curl saw: the status code, the headers in one text, the body.
package struct Seen: Equatable {
  package var status: Int
  package var headers: String
  package var body: String
}

/// Asks a server on loopback with curl, which has these options.
package func curl(
  _ port: UInt16, _ path: String, _ options: [String] = [], host: String = "127.0.0.1"
) throws -> Seen {
  let text = try ChildProcess.run(
    URL(fileURLWithPath: "/usr/bin/curl"),
    ["--silent", "--max-time", "60", "--noproxy", "*", "--include"] + options
      + ["http://\(host):\(port)\(path)"]
  ).output
  let halves = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
  let status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
  return Seen(
    status: status, headers: String(halves.first ?? ""),
    body: String(halves.dropFirst().first ?? ""))
}

/// A client could not connect, for a reason of the system's.
package struct NoConnection: Error {
  package let code: Int32
}

/// A client that does not ask as curl does: slowly, or without reading the answer.
package final class SlowClient {
  private let descriptor: Int32

  /// Connects from an address of the machine.
  package init(to port: UInt16, from source: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard Self.with(source, 0, { bind(descriptor, $0, $1) }) == 0,
      Self.with("127.0.0.1", port, { connect(descriptor, $0, $1) }) == 0
    else { throw NoConnection(code: errno) }
  }

  deinit { close(descriptor) }

  /// False when the server has closed the connection, which the second write to it shows.
  @discardableResult
  package func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Reads until the server closes the connection; nil when that takes a minute.
  package func readToEnd() -> String? {
    var received: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 60_000) == 1 {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += part[..<count]
    }
    return nil
  }

  /// Reads until a text has arrived, and returns all that has; nil when the server closes the
  /// connection before, or a minute has passed.
  package func read(until end: String) -> String? {
    var received: [UInt8] = []
    var byte: UInt8 = 0
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !received.suffix(end.utf8.count).elementsEqual(end.utf8) {
      guard poll(&polled, 1, 60_000) == 1, recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      received.append(byte)
    }
    return String(decoding: received, as: UTF8.self)
  }

  private static func with(
    _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
