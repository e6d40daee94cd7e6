/// The open connections of a probe server, and which of them have to end so that the next request
/// is answered.
///
/// A value without I/O. A probe takes milliseconds, so of too many connections the oldest ends: the
/// newest may be a probe, also where it comes from the address of those that keep it waiting.
struct ProbeConnections {
  /// How many stay open.
  static let limit = 256
  /// How many of one address, or of one network of IPv6, stay open.
  static let clientLimit = 128
  /// The time from the connection to the end of the request.
  static let requestLimit = Duration.seconds(5)
  /// The time from the connection to the end of the answer, for a client that reads slowly.
  static let answerLimit = Duration.seconds(30)

  private struct Connection {
    let descriptor: Int32
    let client: UInt64
    let opened: ContinuousClock.Instant
    var isAnswered = false

    var deadline: ContinuousClock.Instant { opened + (isAnswered ? answerLimit : requestLimit) }
  }

  /// The oldest first.
  private var connections: [Connection] = []

  var isEmpty: Bool { connections.isEmpty }

  /// Adds a connection; returns the one that has to end for it.
  mutating func open(
    _ descriptor: Int32, from client: UInt64, at now: ContinuousClock.Instant
  ) -> Int32? {
    connections.append(Connection(descriptor: descriptor, client: client, opened: now))
    let isOneTooMany = connections.count { $0.client == client } > Self.clientLimit
    guard isOneTooMany || connections.count > Self.limit else { return nil }
    let oldest = connections.firstIndex { !isOneTooMany || $0.client == client }
    return oldest.map { connections.remove(at: $0).descriptor }
  }

  /// The request of a connection is whole.
  mutating func answer(_ descriptor: Int32) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    connections[index].isAnswered = true
  }

  /// Removes a connection that has ended.
  mutating func close(_ descriptor: Int32) {
    connections.removeAll { $0.descriptor == descriptor }
  }

  /// Removes the connections that are overdue and have to end.
  mutating func removeOverdue(at now: ContinuousClock.Instant) -> [Int32] {
    let overdue = connections.filter { $0.deadline <= now }.map(\.descriptor)
    connections.removeAll { $0.deadline <= now }
    return overdue
  }
}
