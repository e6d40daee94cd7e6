import AMQP
import Synchronization

/// The requests of a client, for the thread that has the connection and, while that one waits for a
/// broker to answer its login, for another thread.
final class SharedTraffic: Sendable {
  let mailbox: Mailbox
  private let traffic: Mutex<Traffic>

  init(_ mailbox: Mailbox, _ options: RideClientOptions) {
    self.mailbox = mailbox
    traffic = Mutex(Traffic(window: options.window, report: options.report))
  }

  /// Reads or changes the requests.
  func with<Result>(_ body: (inout sending Traffic) -> sending Result) -> sending Result {
    traffic.withLock(body)
  }

  /// Takes what callers want, and lets time pass.
  func takeMail() {
    // Mail is taken under the lock, so that its order stays.
    traffic.withLock { traffic in
      let now = ContinuousClock.now
      for letter in mailbox.take() {
        switch letter {
        case .order(let order): traffic.add(order, at: now)
        case .withdrawal(let number): traffic.withdraw(number, at: now)
        }
      }
      traffic.passTime(to: now)
    }
  }

  /// Waits for mail, for input of the descriptors, or until the next time that matters.
  func pause(atMost limit: Duration, for descriptors: Int32...) {
    guard mailbox.mayWait() else { return }
    let next = traffic.withLock(\.nextTime).map { $0 - .now } ?? limit
    BrokerThread.wait(for: descriptors + [mailbox.descriptor], atMost: min(limit, next))
  }

  /// Ends all requests, since the mailbox is closed.
  func end() {
    takeMail()
    traffic.withLock { $0.failAll(.closed, at: .now) }
    mailbox.rest()
  }

  /// Runs what can block for seconds, while another thread takes mail and ends calls whose time is
  /// over.
  func whileAttended<Result: ~Copyable>(
    _ body: () throws(AMQPError) -> Result
  ) throws(AMQPError) -> Result {
    let blocking = Blocking()
    // If no thread can be started, calls end only after the body.
    try? BrokerThread.start { [self] in
      while !blocking.isOver {
        pause(atMost: .seconds(1))
        guard !blocking.isOver else { break }
        takeMail()
        guard mailbox.isClosed else { continue }
        end()
        break
      }
      // The thread with the connection writes what was taken.
      mailbox.wake()
    }
    defer {
      blocking.end()
      mailbox.wake()
    }
    return try body()
  }

  private final class Blocking: Sendable {
    private let hasEnded = Atomic(false)
    var isOver: Bool { hasEnded.load(ordering: .acquiring) }
    func end() { hasEnded.store(true, ordering: .releasing) }
  }
}
