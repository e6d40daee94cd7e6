import Synchronization

/// The answer to a request on its way from any thread to the thread of the server.
final class PendingAnswer: Sendable {
  enum Answer {
    case response(HTTPResponse)
    /// The server's own answer of that status.
    case refusal(Int)
    case stream([HTTPField], StreamBuffer)
  }

  private enum State {
    /// Nothing is given; the server waits for it to be woken, or still calls `serve`.
    case open(isAwaited: Bool)
    case given(Answer)
    /// The server has the answer, or needs none any more.
    case over
  }

  /// The limit of a stream.
  let streamBytes: Int
  let wakeUp: WakeUp
  private let state = Mutex(State.open(isAwaited: false))

  init(streamBytes: Int, wakeUp: WakeUp) {
    self.streamBytes = streamBytes
    self.wakeUp = wakeUp
  }

  /// Gives the answer; only the first counts.
  func give(_ answer: Answer) {
    let before = state.withLock { state in
      let before = state
      if case .open = before { state = .given(answer) }
      return before
    }
    switch before {
    case .open(let isAwaited): if isAwaited { wakeUp.raise() }
    case .given, .over: if case .stream(_, let buffer) = answer { buffer.end() }
    }
  }

  /// The answer, once; nil before it is given, which then wakes the server.
  func take() -> Answer? {
    state.withLock { state in
      guard case .given(let answer) = state else {
        if case .open = state { state = .open(isAwaited: true) }
        return nil
      }
      state = .over
      return answer
    }
  }

  /// The client needs no answer any more.
  func cancel() {
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    if case .given(.stream(_, let buffer)) = before { buffer.end() }
  }
}
