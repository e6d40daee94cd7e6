import Glibc

/// The signals that end a worker, taken by the main thread alone.
package enum Signals {
  /// Blocks SIGTERM and SIGINT in this thread and those it will start; call it before the first
  /// thread.
  package static func block() {
    var set = terminating
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals and gives back its number; sigwait(3).
  package static func wait() -> Int32 {
    var set = terminating
    var signal: Int32 = 0
    while sigwait(&set, &signal) != 0 {}
    return signal
  }

  private static var terminating: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    return set
  }
}
