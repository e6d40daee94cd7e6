import Testing

@testable import Probes

@Suite struct ProbeConnectionsTests {
  private let start = ContinuousClock.now
  private var connections = ProbeConnections()

  /// Opens connections with these descriptors; returns those that have to end for them.
  private mutating func open(_ descriptors: Range<Int32>, from client: UInt64) -> [Int32] {
    descriptors.compactMap { connections.open($0, from: client, at: start) }
  }

  @Test("The oldest connection of a client ends for one too many, answered or not, and no other's")
  mutating func clientLimit() {
    let count = Int32(ProbeConnections.clientLimit)
    #expect(open(1_000..<1_010, from: 7) == [])
    #expect(open(0..<count, from: 1) == [])
    connections.answer(1)
    #expect(open(count..<count + 3, from: 1) == [0, 1, 2])
    #expect(open(1_010..<1_011, from: 7) == [])
  }

  @Test("The oldest connection of all ends for one too many")
  mutating func limit() {
    let count = Int32(ProbeConnections.limit)
    let ended = (0..<count + 2).compactMap {
      connections.open($0, from: UInt64($0 / 10), at: start)
    }
    #expect(ended == [0, 1])
  }

  @Test("A connection that has ended makes room")
  mutating func close() {
    let count = Int32(ProbeConnections.clientLimit)
    _ = open(0..<count, from: 1)
    connections.close(5)
    #expect(open(count..<count + 1, from: 1) == [])
    #expect(open(count + 1..<count + 2, from: 1) == [0])
  }

  @Test("A request has a limit from the connection on, and the answer to it a longer one")
  mutating func overdue() {
    let request = start + ProbeConnections.requestLimit
    let answer = start + ProbeConnections.answerLimit
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
}
