import Foundation
import Synchronization
import Testing

@testable import AMQP

@Suite("Writing to a socket")
struct SocketWriterTests {
  private let ours: Int32
  private let theirs: Int32

  /// A pair of sockets, of which the writing one does not block, and takes a few kilobytes.
  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    (ours, theirs) = (ends[0], ends[1])
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    var room: Int32 = 4_096
    setsockopt(ours, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
  }

  @Test("Data that a socket accepts in pieces arrives complete")
  func pieces() throws {
    defer { close(ours) }
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let socket = theirs
    let finished = DispatchSemaphore(value: 0)
    let received = Received()
    Thread.detachNewThread {
      received.takeAll(from: socket, sent.count)
      finished.signal()
    }
    #expect(sent.withUnsafeBytes { SocketWriter(descriptor: ours, tls: nil).write($0) } == nil)
    finished.wait()
    #expect(received.bytes == sent)
  }

  @Test("Nothing to write is written to any socket")
  func nothing() {
    for descriptor in [ours, theirs] { close(descriptor) }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(SocketWriter(descriptor: -1, tls: nil).write(none) == nil)
  }

  @Test("A lost peer is an error, and no signal ends the process")
  func gone() {
    defer { close(ours) }
    close(theirs)
    let problem = [1, 2, 3].withUnsafeBytes { SocketWriter(descriptor: ours, tls: nil).write($0) }
    #expect(problem == "Broken pipe")
  }
}

/// What came through a socket, for the thread that has waited for its reader.
private final class Received: Sendable {
  private let content = Mutex<[UInt8]>([])

  var bytes: [UInt8] { content.withLock { $0 } }

  /// Reads until so many bytes are there, or the peer has gone, and closes the socket.
  func takeAll(from socket: Int32, _ count: Int) {
    var room = [UInt8](repeating: 0, count: 10_000)
    while bytes.count < count {
      let read = recv(socket, &room, room.count, 0)
      guard read > 0 else { break }
      content.withLock { $0 += room[..<read] }
    }
    close(socket)
  }
}
