import Glibc

/// The signals that end a worker, taken by the main thread alone.
package enum Signals {
  /// Blocks SIGTERM, SIGINT and SIGHUP in this thread and those it will start; call it before the
  /// first thread.
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
    if !isHangupIgnored { sigaddset(&set, SIGHUP) }
    return set
  }

  /// Whether SIGHUP is ignored, as nohup(1) wants it: sigwait(3) would take it nevertheless.
  private static var isHangupIgnored: Bool {
    var action = sigaction()
    guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
