import Testing

@testable import HTTP

@Suite struct ConnectionLimitsTests {
  private static let limits = HTTPLimits(
    connections: 256, connectionsOfClient: 128, streams: 2, requestSeconds: 5, answerSeconds: 30)

  private let start = ContinuousClock.now
  private var later: ContinuousClock.Instant { start + .seconds(1) }
  private var connections = ConnectionLimits(Self.limits)

  /// Opens connections with these descriptors; returns those that have to end for them later.
  private mutating func open(_ descriptors: Range<Int32>, from client: UInt64) -> [Int32] {
    for descriptor in descriptors { connections.open(descriptor, from: client, at: start) }
    return connections.removeDisplaced(at: later) { _ in false }
  }

  @Test("The oldest connection of a client ends for one too many, answered or not, and no other's")
  mutating func clientLimit() {
    let count = Int32(Self.limits.connectionsOfClient)
    #expect(open(1_000..<1_010, from: 7) == [])
    #expect(open(0..<count, from: 1) == [])
    connections.answer(1)
    #expect(open(count..<count + 3, from: 1) == [0, 1, 2])
    #expect(open(1_010..<1_011, from: 7) == [])
  }

  @Test("The oldest connection of all ends for one too many")
  mutating func limit() {
    let count = Int32(Self.limits.connections)
    let ended = (0..<count + 2).flatMap { open($0..<$0 + 1, from: UInt64($0 / 10)) }
    #expect(ended == [0, 1])
  }

  @Test("A connection that has ended makes room")
  mutating func close() {
    let count = Int32(Self.limits.connectionsOfClient)
    _ = open(0..<count, from: 1)
    connections.close(5)
    #expect(open(count..<count + 1, from: 1) == [])
    #expect(open(count + 1..<count + 2, from: 1) == [0])
  }

  @Test("A displaced connection ends after its time, or as soon as its client has closed it")
  mutating func displaced() {
    let count = Int32(Self.limits.connectionsOfClient)
    for descriptor in 0..<count + 4 { connections.open(descriptor, from: 1, at: start) }
    let end = start + ConnectionLimits.displacedTime
    connections.close(3)
    #expect(connections.removeDisplaced(at: end - .nanoseconds(1)) { $0 > 0 && $0 != 2 } == [1])
    #expect(connections.removeDisplaced(at: end) { _ in false } == [0, 2])
    #expect(connections.removeDisplaced(at: end) { _ in true } == [])
  }

  @Test("Nothing is accepted while too many displaced connections have time left")
  mutating func pause() {
    let count = Int32(Self.limits.connectionsOfClient + ConnectionLimits.displacedLimit)
    for descriptor in 0..<count { connections.open(descriptor, from: 1, at: start) }
    #expect(connections.pause(at: start) == .zero)
    connections.open(count, from: 1, at: start)
    #expect(connections.pause(at: start) == ConnectionLimits.displacedTime)
    #expect(connections.pause(at: later) == .zero)
    #expect(connections.removeDisplaced(at: start) { $0 == 0 } == [0])
    #expect(connections.pause(at: start) == .zero)
  }

  @Test("A request has a limit from the connection on, and the answer to it a longer one")
  mutating func overdue() {
    let request = start + .seconds(Self.limits.requestSeconds)
    let answer = start + .seconds(Self.limits.answerSeconds)
    #expect(connections.isEmpty)
    _ = open(1..<4, from: 1)
    connections.answer(2)
    #expect(connections.removeOverdue(at: request - .nanoseconds(1)) == [])
    #expect(connections.removeOverdue(at: request) == [1, 3])
    #expect(connections.removeOverdue(at: request) == [])
    #expect(connections.removeOverdue(at: answer - .nanoseconds(1)) == [])
    #expect(connections.removeOverdue(at: answer) == [2])
    #expect(connections.isEmpty)
  }

  @Test("After an answer the next request has its whole time, and the connection is the newest")
  mutating func finished() {
    let count = Int32(Self.limits.connectionsOfClient)
    _ = open(0..<count, from: 1)
    connections.answer(0)
    connections.finish(0, at: later)
    #expect(open(count..<count + 1, from: 1) == [1])
    let request = start + .seconds(Self.limits.requestSeconds)
    #expect(connections.removeOverdue(at: request).contains(0) == false)
    #expect(connections.removeOverdue(at: request + .seconds(1)) == [0])
  }

  @Test("A stream displaces none, is never overdue, and makes room when it ends")
  mutating func streams() {
    let count = Int32(Self.limits.connectionsOfClient)
    _ = open(0..<count, from: 1)
    #expect(connections.stream(0) == true)
    #expect(connections.stream(1) == true)
    #expect(connections.stream(2) == false)
    #expect(open(count..<count + 2, from: 1) == [])
    let overdue = connections.removeOverdue(at: start + .seconds(1_000))
    #expect(overdue.count == Int(count))
    #expect(!connections.isEmpty)
    connections.close(0)
    #expect(connections.stream(2) == true)
  }
}
