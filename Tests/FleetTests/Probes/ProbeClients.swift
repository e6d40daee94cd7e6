import Foundation
import MachineFixture
import Synchronization
import Testing

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
