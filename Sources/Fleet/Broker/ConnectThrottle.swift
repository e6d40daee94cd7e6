package import AMQP
import Synchronization

/// Limits how many connections to the broker a process opens at a time, so that fifty lanes do not
/// all reconnect at once when the broker recovers.
///
/// While the broker answers, a few connections at a time. After a failure one at a time, each after
/// a pause: an immediate attempt would fail like the one before. The lanes' own back-off, with full
/// jitter, adds its pauses. It would not suffice alone: the sum of all attempts would grow with the
/// number of lanes.
package final class ConnectThrottle: Sendable {
  /// The attempts of the process; a value without a lock and a clock.
  package struct Attempts: Equatable, Sendable {
    /// The most attempts at a time while the broker answers.
    package static let most = 4
    /// The pause after a failure before the process tries again.
    package static let pause = Duration.milliseconds(200)

    private var underWay = 0
    private var lastFailure: ContinuousClock.Instant?

    package init() {}

    /// Whether an attempt may begin now; then `end` must follow.
    package mutating func begin(at now: ContinuousClock.Instant) -> Bool {
      if let lastFailure {
        guard underWay == 0, now - lastFailure >= Self.pause else { return false }
      }
      guard underWay < Self.most else { return false }
      underWay += 1
      return true
    }

    /// Ends an attempt that has succeeded or failed.
    package mutating func end(succeeded: Bool, at now: ContinuousClock.Instant) {
      precondition(underWay > 0, "an attempt ends that was admitted")
      underWay -= 1
      lastFailure = succeeded ? nil : now
    }
  }

  private let attempts = Mutex(Attempts())
  private let stopSignal: StopSignal
  /// How long an attempt waits for admission before it fails.
  private let patience: Duration

  package init(stopSignal: StopSignal, patience: Duration = .seconds(1)) {
    self.stopSignal = stopSignal
    self.patience = patience
  }

  /// Connects when the throttle admits the attempt; throws a retriable error if that takes too
  /// long, or at the stop.
  package func pass<Link: ~Copyable>(
    _ connect: () throws(AMQPError) -> Link
  ) throws(AMQPError) -> Link {
    try enter()
    do throws(AMQPError) {
      let link = try connect()
      leave(succeeded: true)
      return link
    } catch {
      leave(succeeded: false)
      throw error
    }
  }

  private func enter() throws(AMQPError) {
    let end = ContinuousClock.now + patience
    while !attempts.withLock({ $0.begin(at: .now) }) {
      guard ContinuousClock.now < end, !stopSignal.wait(for: .milliseconds(10)) else {
        throw AMQPError(
          code: .notAdmitted, operation: "connect to the broker",
          detail: "other lanes of this process are at it", isRetriable: true)
      }
    }
  }

  private func leave(succeeded: Bool) {
    attempts.withLock { $0.end(succeeded: succeeded, at: .now) }
  }
}

/// The broker's nodes, tried in turn, one an attempt, so that the back-off holds for each.
struct EndpointRotation {
  /// Asked for at each connection, since a password may change.
  private let endpoints: () -> [AMQPEndpoint]
  private let throttle: ConnectThrottle
  private var attempts = 0

  init(_ endpoints: @escaping () -> [AMQPEndpoint], throttle: ConnectThrottle) {
    precondition(!endpoints().isEmpty, "a connection needs a broker to connect to")
    self.endpoints = endpoints
    self.throttle = throttle
  }

  /// The node of the current connection.
  var current: AMQPEndpoint {
    let endpoints = endpoints()
    return endpoints[attempts % endpoints.count]
  }

  /// Opens a connection to the current node; after a failure the next node is the current one.
  mutating func connect<Link: ~Copyable>(
    _ open: (AMQPEndpoint) throws(AMQPError) -> Link
  ) throws(AMQPError) -> Link {
    let endpoint = current
    var hasTried = false
    do throws(AMQPError) {
      return try throttle.pass { () throws(AMQPError) -> Link in
        hasTried = true
        return try open(endpoint)
      }
    } catch {
      // An attempt that was not admitted has tried none.
      if hasTried { attempts += 1 }
      throw error
    }
  }

  /// Opens one more connection to the current node.
  func connectAgain<Link: ~Copyable>(
    _ open: (AMQPEndpoint) throws(AMQPError) -> Link
  ) throws(AMQPError) -> Link {
    let endpoint = current
    return try throttle.pass { () throws(AMQPError) in try open(endpoint) }
  }
}
