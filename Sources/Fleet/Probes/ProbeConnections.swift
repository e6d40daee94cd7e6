/// The open connections of a probe server, and which of them have to end so that the next request
/// is answered.
///
/// A value without I/O. A probe takes milliseconds, so of too many connections the oldest ends: the
/// newest may be a probe, also where it comes from the address of those that keep it waiting. A new
/// one has time for its request first, unless its client has closed it.
struct ProbeConnections {
  /// How many stay open.
  static let limit = 256
  /// How many of one address, or of one network of IPv6, stay open.
  static let clientLimit = 128
  /// How many more stay open for the time that they have before others displace them.
  static let displacedLimit = 64
  /// That time: long for a request, and short so that all in a full accept queue (4,096) have their
  /// turn within a second.
  static let displacedTime = Duration.milliseconds(20)
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
  /// Those beyond the limits, which end when they have had their time.
  private var displaced: [Connection] = []

  var isEmpty: Bool { connections.isEmpty && displaced.isEmpty }

  /// Adds a connection, which displaces the oldest if it is one too many.
  mutating func open(_ descriptor: Int32, from client: UInt64, at now: ContinuousClock.Instant) {
    connections.append(Connection(descriptor: descriptor, client: client, opened: now))
    let isOneTooMany = connections.count { $0.client == client } > Self.clientLimit
    guard isOneTooMany || connections.count > Self.limit else { return }
    let oldest = connections.firstIndex { !isOneTooMany || $0.client == client }
    if let oldest { displaced.append(connections.remove(at: oldest)) }
  }

  /// The request of a connection is whole.
  mutating func answer(_ descriptor: Int32) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    connections[index].isAnswered = true
  }

  /// Removes a connection that has ended.
  mutating func close(_ descriptor: Int32) {
    connections.removeAll { $0.descriptor == descriptor }
    displaced.removeAll { $0.descriptor == descriptor }
  }

  /// Removes the displaced connections that have to end: they had their time, or their clients have
  /// closed them.
  mutating func removeDisplaced(
    at now: ContinuousClock.Instant, isClosed: (Int32) -> Bool
  ) -> [Int32] {
    let ended = displaced.filter {
      $0.opened + Self.displacedTime <= now || isClosed($0.descriptor)
    }
    .map(\.descriptor)
    displaced.removeAll { ended.contains($0.descriptor) }
    return ended
  }

  /// How long no more may be accepted, so that the displaced have their time.
  func pause(at now: ContinuousClock.Instant) -> Duration {
    guard displaced.count > Self.displacedLimit, let first = displaced.first else { return .zero }
    return max(.zero, first.opened + Self.displacedTime - now)
  }

  /// Removes the connections that are overdue and have to end.
  mutating func removeOverdue(at now: ContinuousClock.Instant) -> [Int32] {
    let overdue = connections.filter { $0.deadline <= now }.map(\.descriptor)
    connections.removeAll { $0.deadline <= now }
    return overdue
  }
}
