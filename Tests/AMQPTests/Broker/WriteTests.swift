import AMQP
import BrokerFixture
import Glibc
import Messages
import Testing

@Suite("Broker: the system calls of a batch", .blocking)
struct WriteTests {
  @Test(
    "Answers are written 32 KiB at a time, few of them at once, and a large one frame by frame",
    arguments: [(100, 2_000, 7), (1, 2_000, 1), (2, 100, 1), (1, 200_000, 2)])
  func writes(messages: Int, bytes: Int, writes: Int) throws {
    var publisher = try Publisher(
      to: TestBroker.leaseVirtualHost(), name: "test", timeouts: .patient)
    let socket = try CountingSocket(insteadOf: publisher.descriptor)
    let message = Given.message(to: "q", [UInt8](repeating: 7, count: bytes))
    publisher.begin(Array(repeating: message, count: messages))
    #expect(try publisher.advance(within: .zero) == .working)
    let sizes = try socket.writes()
    #expect(sizes.count == writes, "\(sizes)")
    #expect(sizes.reduce(0, +) > messages * bytes)

    try socket.confirm(through: messages)
    #expect(
      try publisher.advance(within: Given.patience)
        == .settled(PublishReport(count: messages)))
    #expect(try socket.writes().isEmpty)
  }
}

/// The broker's end of a socket that keeps one write apart from the next, which a connection is
/// given when it has logged in.
private final class CountingSocket {
  private let descriptor: Int32

  init(insteadOf other: Int32) throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    descriptor = ends[0]
    // A connection has the number of its socket alone; the one to the broker ends with this.
    try #require(dup2(ends[1], other) == other)
    close(ends[1])
    // Room for a whole batch, which is not read meanwhile; a system's usual limit is enough too.
    var room: Int32 = 1 << 20
    setsockopt(other, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  /// The size of each write since the last time.
  func writes() throws -> [Int] {
    var sizes: [Int] = []
    var room = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = recv(descriptor, &room, room.count, 0)
      guard count > 0 else { break }
      sizes.append(count)
    }
    try #require(errno == EAGAIN)
    return sizes
  }

  /// Says that messages have arrived: `basic.ack` with `multiple` (AMQP 0-9-1, 1.8.3.13).
  func confirm(through tag: Int) throws {
    let tag = (0..<8).reversed().map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    let frame = [1, 0, 1, 0, 0, 0, 13, 0, 60, 0, 80] + tag + [1, 0xCE]
    try #require(send(descriptor, frame, frame.count, 0) == frame.count)
  }
}
