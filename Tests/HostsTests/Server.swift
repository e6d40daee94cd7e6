import Glibc
import Hosts
import Synchronization

/// A name server of a test, which can be silent.
final class Server: Sendable {
  private struct State {
    var answers: [String: [String]]
    var isSilent: Bool
    var failure: String?
    var questions: [String] = []
  }

  private let state: Mutex<State>

  init(answers: [String: [String]], isSilent: Bool = false) {
    state = Mutex(State(answers: answers, isSilent: isSilent))
  }

  /// The names that it was asked for.
  var questions: [String] { state.withLock { $0.questions } }

  func silence() { state.withLock { $0.isSilent = true } }

  /// Answers what was asked meanwhile, and from then on.
  func speak() { state.withLock { $0.isSilent = false } }

  /// Has these names alone from now on.
  func answer(_ answers: [String: [String]]) {
    state.withLock {
      $0.answers = answers
      $0.failure = nil
    }
  }

  /// Answers that it cannot answer.
  func fail(_ reason: String) { state.withLock { $0.failure = reason } }

  /// Names that are looked up with this server.
  func names() -> HostNames {
    HostNames { [self] host throws(HostLookupError) in
      state.withLock { $0.questions.append(host) }
      while state.withLock({ $0.isSilent }) { usleep(1_000) }
      let (found, failure) = state.withLock { ($0.answers[host], $0.failure) }
      if let failure { throw HostLookupError(host: host, reason: .failed(failure)) }
      guard let found else { throw HostLookupError(host: host, reason: .unknownName) }
      return found
    }
  }
}
