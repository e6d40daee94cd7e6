/// The open connections of a server, and which of them have to end so that the next request is
/// answered.
///
/// A value without I/O. A request takes milliseconds, so of too many connections the oldest ends:
/// the newest may be an honest one, also where it comes from the address of those that keep it
/// waiting. A new one has time for its request first, unless its client has closed it.
struct ConnectionLimits {
  /// How many more than allowed stay open for the time that they have before others displace them.
  static let displacedLimit = 64
  /// That time: long for a request, and short so that all in a full accept queue (4,096) have their
  /// turn within a second.
  static let displacedTime = Duration.milliseconds(20)

  private struct Connection {
    let descriptor: Int32
    let client: UInt64
    /// When it began, or the answer before ended.
    var since: ContinuousClock.Instant
    var isAnswered = false

    func deadline(by limits: HTTPLimits) -> ContinuousClock.Instant {
      since + .seconds(isAnswered ? limits.answerSeconds : limits.requestSeconds)
    }
  }

  private let limits: HTTPLimits
  /// The oldest first.
  private var connections: [Connection] = []
  /// Those beyond the limits, which end when they have had their time.
  private var displaced: [Connection] = []
  /// Those whose answers go on; they have a limit of their own, and none of time.
  private(set) var streams: Set<Int32> = []

  init(_ limits: HTTPLimits) { self.limits = limits }

  var isEmpty: Bool { connections.isEmpty && displaced.isEmpty && streams.isEmpty }

  /// Adds a connection, which displaces the oldest if it is one too many.
  mutating func open(_ descriptor: Int32, from client: UInt64, at now: ContinuousClock.Instant) {
    connections.append(Connection(descriptor: descriptor, client: client, since: now))
    let isOneTooMany = connections.count { $0.client == client } > limits.connectionsOfClient
    guard isOneTooMany || connections.count > limits.connections else { return }
    let oldest = connections.firstIndex { !isOneTooMany || $0.client == client }
    if let oldest { displaced.append(connections.remove(at: oldest)) }
  }

  /// The request of a connection is whole.
  mutating func answer(_ descriptor: Int32) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    connections[index].isAnswered = true
  }

  /// The answer of a connection goes on; false when it is one too many.
  mutating func stream(_ descriptor: Int32) -> Bool {
    guard streams.count < limits.streams else { return false }
    close(descriptor)
    streams.insert(descriptor)
    return true
  }

  /// The answer of a connection has ended; the next request may come, as on a new one.
  mutating func finish(_ descriptor: Int32, at now: ContinuousClock.Instant) {
    guard let index = connections.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    var connection = connections.remove(at: index)
    connection.since = now
    connection.isAnswered = false
    connections.append(connection)
  }

  /// Removes a connection that has ended.
  mutating func close(_ descriptor: Int32) {
    connections.removeAll { $0.descriptor == descriptor }
    displaced.removeAll { $0.descriptor == descriptor }
    streams.remove(descriptor)
  }

  /// Removes the displaced connections that have to end: they had their time, or their clients have
  /// closed them.
  mutating func removeDisplaced(
    at now: ContinuousClock.Instant, isClosed: (Int32) -> Bool
  ) -> [Int32] {
    let ended = displaced.filter { $0.since + Self.displacedTime <= now || isClosed($0.descriptor) }
      .map(\.descriptor)
    displaced.removeAll { ended.contains($0.descriptor) }
    return ended
  }

  /// How long no more may be accepted, so that the displaced have their time.
  func pause(at now: ContinuousClock.Instant) -> Duration {
    guard displaced.count > Self.displacedLimit, let first = displaced.first else { return .zero }
    return max(.zero, first.since + Self.displacedTime - now)
  }

  /// Removes the connections that are overdue and have to end.
  mutating func removeOverdue(at now: ContinuousClock.Instant) -> [Int32] {
    let overdue = connections.filter { $0.deadline(by: limits) <= now }
      .map(\.descriptor)
    connections.removeAll { overdue.contains($0.descriptor) }
    return overdue
  }
}
