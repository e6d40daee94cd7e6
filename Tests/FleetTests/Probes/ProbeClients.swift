import Foundation
import MachineFixture
import Synchronization
import Testing

/// What curl saw: the status code, the headers in one text, the body.
struct Seen: Equatable {
  var status: Int
  var headers: String
  var body: String
}

func curl(
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

/// A client that does not ask as curl does: slowly, or without reading the answer.
final class SlowClient {
  private let descriptor: Int32

  /// Connects from an address of the machine.
  init(to port: UInt16, from source: String = "127.0.0.1") throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(Self.with(source, 0) { bind(descriptor, $0, $1) } == 0)
    try #require(Self.with("127.0.0.1", port) { connect(descriptor, $0, $1) } == 0)
  }

  deinit { close(descriptor) }

  /// False when the server has closed the connection, which the second write to it shows.
  @discardableResult
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Reads until the server closes the connection; nil when that takes a minute.
  func readToEnd() -> String? {
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

/// Clients that send a request a byte at a time, without an end, and connect again when their
/// connections are closed.
final class DrippingClients: Sendable {
  private let port: UInt16
  private let sources: [String]
  private let isOver = Atomic<Bool>(false)
  private let drops = Atomic<Int>(0)
  private let step = DispatchSemaphore(value: 0)

  /// Connects so many clients to a port, from each of the addresses in turn.
  init(_ count: Int, to port: UInt16, from sources: [String] = ["127.0.0.1"]) {
    self.port = port
    self.sources = sources
    Thread.detachNewThread { [self] in drip(count) }
    step.wait()
  }

  /// How many connections were closed so far.
  var dropped: Int { drops.load(ordering: .relaxed) }

  func end() {
    isOver.store(true, ordering: .relaxed)
    step.wait()
  }

  private func drip(_ count: Int) {
    var clients = (0..<count).map(client)
    step.signal()
    while !isOver.load(ordering: .relaxed) {
      for index in clients.indices where clients[index]?.send("x") != true {
        clients[index] = client(index)
        drops.add(1, ordering: .relaxed)
      }
      // A byte a second: a pace, not a wait for something.
      sleep(1)
    }
    clients = []
    step.signal()
  }

  private func client(_ index: Int) -> SlowClient? {
    let client = try? SlowClient(to: port, from: sources[index % sources.count])
    client?.send("GET /livez HTTP/1.1\r\nHost: a\r\nX: ")
    return client
  }
}

/// Clients that connect, send one byte and close, as fast as they can.
final class ShortClients: Sendable {
  private let count: Int
  private let isOver = Atomic<Bool>(false)
  private let step = DispatchSemaphore(value: 0)

  /// Begins, and returns when the limits of a server are reached.
  init(_ count: Int, to port: UInt16) {
    self.count = count
    for index in 1...count { Thread.detachNewThread { [self] in connect(index, to: port) } }
    for _ in 1...count { step.wait() }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    for _ in 1...count { step.wait() }
  }

  private func connect(_ index: Int, to port: UInt16) {
    var done = 0
    while !isOver.load(ordering: .relaxed) {
      // A closed connection keeps its port for a minute, so each address is used for some alone.
      let source = "127.0.\(1 + done / 5_000 % 250).\(index)"
      _ = try? SlowClient(to: port, from: source).send("G")
      done += 1
      if done == 1_000 { step.signal() }
    }
    step.signal()
  }
}
