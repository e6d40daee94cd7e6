import Glibc
import Synchronization

/// Ends the connections whose write has taken too long, since librabbitmq 0.11 can wait for ever in
/// one.
///
/// `amqp_basic_publish`, acknowledgements and the sending half of every call have no time limit,
/// neither towards a silent peer (alanxz/rabbitmq-c 780, 783, 788) nor under a resource alarm
/// (519). One thread for the process looks at all connections in turn; `shutdown(2)` makes the
/// stuck call return an error. The thread runs only while there are connections.
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
    let (seconds, attoseconds) = period.components
    while let posts = nextRound() {
      for post in posts { post.endOverdue() }
      var pause = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&pause, nil)
    }
  }

  /// The connections to look at, or nil when there are none and the thread ends.
  private static func nextRound() -> [Post]? {
    patrol.withLock { patrol in
      guard patrol.posts.isEmpty else { return patrol.posts }
      patrol.isRunning = false
      return nil
    }
  }
}
