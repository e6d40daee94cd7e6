import Fleet
import Foundation
import MachineFixture
import MemoryStore
import RideStore
import Rides
import Synchronization
import Testing

@testable import Console

@Suite("A console without viewers")
struct NoViewerTests {
  /// How often the threads have looked whether there is a viewer, and opened the store.
  private struct Counts {
    var looks = 0
    var sessions = 0
  }

  /// A page that takes all.
  private struct Page: EventSink {
    func send(_ bytes: [UInt8]) -> Bool { true }

    func close() {}
  }

  private func isAsked(_ listener: LoopbackListener, within limit: Duration = .zero) -> Bool {
    var polled = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(limit / .milliseconds(1))) == 1
  }

  @Test("Store, broker and workers are asked for nothing without a viewer, and then at once")
  func demand() throws {
    var listeners = try (0..<2).map { _ in try #require(LoopbackListener(backlog: 8)) }
    let console = try TestConsole([
      "LIVERY_AMQP_URL": "amqp://u:p@127.0.0.1:\(listeners[0].port)/v",
      "LIVERY_STATUS_WORKERS": "127.0.0.1:\(listeners[1].port)",
    ])
    let counts = Box()
    let context = counts.context(of: console)
    let stopSignal = StopSignal()
    let bodies = context.live.threads(context, until: stopSignal) { () throws(StoreError) in
      counts.add { $0.sessions += 1 }
      return MemoryStore(MemoryDatabase())
    }
    let threads = Fleet.Thread { Fleet.Thread.runAll(bodies) }
    // Each ring lets each thread decide once more, after it has done what it decided before.
    for number in 1...5 {
      counts.wait { $0.looks >= number * bodies.count }
      context.live.post(
        LiveHub.Scrape(at: noon, statuses: [], queues: [:], brokerFault: nil))
    }
    #expect(counts.now.sessions == 0)
    #expect(!listeners.contains { isAsked($0) })
    let user = ConsoleUser(account: "reader", role: .reader, endsAt: nil, session: nil)
    context.live.join(Page(), of: user, wantsVehicles: false, at: noon)
    counts.wait { $0.sessions > 0 }
    #expect(listeners.allSatisfy { isAsked($0, within: Patience.limit) })
    stopSignal.stop()
    listeners = []
    threads.join()
  }

  private final class Box: Sendable {
    private let counts = Mutex(Counts())

    var now: Counts { counts.withLock { $0 } }

    func add(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

    func wait(_ condition: (Counts) -> Bool) {
      let deadline = ContinuousClock.now + Patience.limit
      while !condition(now), .now < deadline { sched_yield() }
    }

    /// A context whose clock counts who asks it: each thread once before it decides.
    func context(of console: TestConsole) -> ConsoleContext {
      let other = console.context
      return ConsoleContext(
        configuration: other.configuration, inForce: other.inForce, version: other.version,
        access: other.access, health: other.health, log: other.log,
        clock: { [self] in
          add { $0.looks += 1 }
          return noon
        })
    }
  }
}
