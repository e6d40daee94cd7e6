import Glibc
import Synchronization

/// Ends connections whose write takes too long, since librabbitmq 0.11 can block forever in one.
///
/// `amqp_basic_publish`, acknowledgements and the sending half of every call have no time limit,
/// neither towards a silent peer (alanxz/rabbitmq-c 780, 783, 788) nor under a resource alarm
/// (519). One thread for the process checks all connections in turn; `shutdown(2)` makes the stuck
/// call return an error. The thread runs only while there are connections.
enum SocketWatchdog {
  /// How often deadlines are looked at; a write is ended at most this much later than its deadline.
  static let period = Duration.milliseconds(200)

  private struct Patrol {
    var posts: [Post] = []
    var isRunning = false
  }

  private static let patrol = Mutex(Patrol())

  static func watch(_ descriptor: Int32) throws(AMQPError) -> Post {
    let post = Post(descriptor)
    // The thread is created under the lock, so that a failure leaves no post without a thread.
    let status: Int32 = patrol.withLock { patrol in
      if !patrol.isRunning {
        let status = startThread()
        if status != 0 { return status }
      }
      patrol.isRunning = true
      patrol.posts.append(post)
      return 0
    }
    guard status == 0 else {
      throw AMQPError(
        code: .resourceError, operation: "start the watchdog",
        detail: "pthread_create: \(String(cString: strerror(status)))")
    }
    return post
  }

  /// Must be called before the descriptor is closed, whose number may then mean another file.
  static func forget(_ post: Post) {
    post.retire()
    patrol.withLock { patrol in patrol.posts.removeAll { $0 === post } }
  }

  private static func startThread() -> Int32 {
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { _ in
        SocketWatchdog.run()
        return nil
      }, nil)
    if status == 0 { pthread_detach(thread) }
    return status
  }

  private static func run() {
    // Signals are for the threads of the program to wait for.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let nanoseconds = Int(period.wholeNanoseconds)
    while let posts = nextRound() {
      for post in posts { post.endOverdue() }
      var pause = timespec(
        tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
      nanosleep(&pause, nil)
    }
  }

  /// The connections to check, or nil if there are none and the thread ends.
  private static func nextRound() -> [Post]? {
    patrol.withLock { patrol in
      guard patrol.posts.isEmpty else { return patrol.posts }
      patrol.isRunning = false
      return nil
    }
  }
}

extension SocketWatchdog {
  /// The watch over one socket.
  ///
  /// Arming costs a reading of the clock and an atomic store.
  final class Post: Sendable {
    /// When the write under way must be over, in nanoseconds of the monotonic clock; `unarmed` if
    /// none is.
    private let deadline = Atomic<Int64>(Post.unarmed)
    private let didEnd = Atomic<Bool>(false)
    /// The socket, or -1 when it is no longer watched; locked while the socket is shut down.
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

/// Makes a write to a closed socket an error everywhere in the process, instead of its end by
/// SIGPIPE.
///
/// OpenSSL writes without `MSG_NOSIGNAL`, so that a broker that leaves would end the worker
/// (alanxz/rabbitmq-c 344). Programs call it once, before their first connection.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
