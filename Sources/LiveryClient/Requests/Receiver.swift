import Envelope
import LiveryMessages
import Synchronization

/// Who waits for the answers to a request.
protocol Receiver: AnyObject, Sendable {
  /// Called before the request is written; false if its caller no longer waits.
  func claim() -> Bool
  /// Reads an answer; says what it means, and why a request was refused.
  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?)
  /// Nothing follows: the last answer is the result, or else the error.
  func end(_ error: RideClientError?)
}

extension RequestFailure {
  /// What a refusal means for its request.
  ///
  /// A deadline that has passed passes again: the caller's time is over.
  var verdict: RequestMachine.Verdict {
    if error.reason == .deadlineExceeded { return .expired }
    guard error.retry == .sameIdentifier else { return .complete }
    return .again(after: .seconds(error.retryAfterSeconds ?? 0))
  }
}

/// A caller that waits for one answer.
///
/// It is not generic: a generic type is made at run time, which costs more than all else here.
final class Call: Receiver {
  typealias Outcome = Result<any AnswerContent, RideClientError>
  typealias Read =
    @Sendable (_ type: String, _ body: [UInt8]) throws(DecodingFailure) -> Result<
      any AnswerContent, RequestFailure
    >

  private struct State {
    var continuation: CheckedContinuation<Outcome, Never>?
    var latest: Outcome?
    var isWritten = false
    /// The outcome, once there is one.
    var outcome: Outcome?
  }

  private let identifier: String
  private let read: Read
  private let state = Mutex(State())

  init(identifier: String, read: @escaping Read) {
    self.identifier = identifier
    self.read = read
  }

  /// Waits for the outcome.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.continuation = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  func claim() -> Bool {
    state.withLock { state in
      if state.outcome == nil { state.isWritten = true }
      return state.outcome == nil
    }
  }

  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?) {
    do throws(DecodingFailure) {
      switch try read(delivery.properties.type ?? "", delivery.body) {
      case .success(let content):
        state.withLock { $0.latest = .success(content) }
        return (.complete, nil)
      case .failure(let failure):
        state.withLock { $0.latest = .failure(.refused(failure)) }
        return (failure.verdict, failure.error)
      }
    } catch {
      state.withLock { $0.latest = .failure(.unreadable(identifier: identifier, error)) }
      return (.complete, nil)
    }
  }

  func end(_ error: RideClientError?) {
    finish { [identifier] state in
      error.map { .failure($0) } ?? state.latest
        ?? .failure(.closed(identifier: identifier, mayBeCarriedOut: state.isWritten))
    }
  }

  /// Ends the wait at once, whatever the thread of the connection does.
  func cancel() {
    finish { [identifier] state in
      .failure(.canceled(identifier: identifier, mayBeCarriedOut: state.isWritten))
    }
  }

  /// The first outcome counts.
  private func finish(_ outcome: @Sendable (State) -> Outcome) {
    let waiting = state.withLock { state -> (CheckedContinuation<Outcome, Never>, Outcome)? in
      guard state.outcome == nil else { return nil }
      let outcome = outcome(state)
      state.outcome = outcome
      defer { state.continuation = nil }
      return state.continuation.map { ($0, outcome) }
    }
    if let (continuation, outcome) = waiting { continuation.resume(returning: outcome) }
  }
}
