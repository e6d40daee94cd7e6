import Glibc
import Synchronization

extension SocketWatchdog {
  /// The watch over one socket.
  ///
  /// Arming costs a look at the clock and an atomic store.
  final class Post: Sendable {
    /// When the write under way must be over, in nanoseconds of the monotonic clock; `unarmed` if
    /// none is.
    private let deadline = Atomic<Int64>(Post.unarmed)
    private let didEnd = Atomic<Bool>(false)
    /// The socket, or -1 once it is no longer watched; held locked while the socket is shut down.
    private let descriptor: Mutex<Int32>

    private static let unarmed = Int64.max

    init(_ descriptor: Int32) {
      self.descriptor = Mutex(descriptor)
    }

    /// Whether the watchdog has shut the socket down.
    var hasEnded: Bool { didEnd.load(ordering: .sequentiallyConsistent) }

    func arm(within limit: Duration) {
      deadline.store((MonotonicTime.now() + limit).nanoseconds, ordering: .relaxed)
    }

    func disarm() {
      deadline.store(Post.unarmed, ordering: .relaxed)
    }

    func retire() {
      disarm()
      descriptor.withLock { $0 = -1 }
    }

    func endOverdue() {
      guard isOverdue else { return }
      descriptor.withLock { descriptor in
        guard isOverdue, descriptor >= 0 else { return }
        // Before the shutdown, so that the thread that it frees sees why.
        didEnd.store(true, ordering: .sequentiallyConsistent)
        disarm()
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }

    private var isOverdue: Bool {
      deadline.load(ordering: .relaxed) <= MonotonicTime.now().nanoseconds
    }
  }
}
