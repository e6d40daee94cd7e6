import AMQP
import Glibc

/// A thread that a connection stays on; tasks must not block, and librabbitmq does.
enum BrokerThread {
  /// Runs the body on a thread of its own; throws `exhausted` where the process can have no more.
  static func start(_ body: @escaping @Sendable () -> Void) throws(RideClientError) {
    let box = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    // For nested headers, which librabbitmq 0.11 decodes by recursion.
    pthread_attr_setstacksize(attributes, 8 << 20)
    defer { pthread_attr_destroy(attributes) }
    let status = pthread_create(
      &thread, attributes,
      { context in
        // Signals are for the program; among them SIGPIPE, since OpenSSL writes to lost sockets.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw .exhausted("expected a thread, got error \(status) of pthread_create")
    }
    pthread_detach(thread)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Waits until one of the descriptors is readable, or the time is over.
  static func wait(for descriptors: [Int32], atMost limit: Duration) {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let (seconds, attoseconds) = max(limit, .zero).components
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
  }
}

/// Where and when to connect next: one broker after the other, after growing random pauses.
struct ConnectionAttempts: Sendable {
  typealias Moment = ContinuousClock.Instant

  private let endpoints: [AMQPEndpoint]
  private var place = 0
  private var failures = 0
  /// How many brokers in a row have failed with an error that no retry helps.
  private var refusals = 0
  private var openedAt: Moment?

  init(_ endpoints: [AMQPEndpoint]) { self.endpoints = endpoints }

  /// The broker to connect to.
  var endpoint: AMQPEndpoint { endpoints[place % endpoints.count] }

  /// The connection is open.
  mutating func opened(at now: Moment = .now) { openedAt = now }

  /// A connection could not be opened, or was lost; returns how long to wait before the next one,
  /// and whether no retry helps at any broker.
  ///
  /// One that has lasted makes the pauses short again.
  mutating func failed(
    isRetriable: Bool, at now: Moment = .now
  ) -> (pause: Duration, isFinal: Bool) {
    let hasLasted = openedAt.map { now - $0 > .seconds(5) } ?? false
    openedAt = nil
    place += 1
    failures = hasLasted ? 1 : failures + 1
    refusals = isRetriable ? 0 : hasLasted ? 1 : refusals + 1
    let pause = Duration.milliseconds(Int.random(in: 50...100) << min(failures - 1, 6))
    return (pause, refusals >= endpoints.count)
  }
}
