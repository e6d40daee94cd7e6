import Envelope
import LiveryMessages
import Synchronization

/// Who follows a ride: each answer is its status, until the last one has none.
final class Following: Receiver {
  let tap = Tap<RideStatus>(capacity: 64)
  private struct State {
    var phase: RidePhase?
    var error: RideClientError?
    var isWritten = false
    var hasEnded = false
  }

  private let identifier: String
  private let state = Mutex(State())

  init(identifier: String) { self.identifier = identifier }

  private var isUnderWay: Bool { state.withLock { $0.phase != nil && $0.phase != .completed } }

  /// Ends it; whether updates may follow that are to be stopped.
  func cancel() -> Bool {
    state.withLock { state in
      defer { state.hasEnded = true }
      return state.isWritten && !state.hasEnded
    }
  }

  func claim() -> Bool {
    state.withLock { state in
      if !state.hasEnded { state.isWritten = true }
      return !state.hasEnded
    }
  }

  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?) {
    do throws(DecodingFailure) {
      let type = delivery.properties.type ?? ""
      switch try Reply<FollowedRide>(type: type, body: delivery.body) {
      case .content(let content): return (verdict(of: content), nil)
      case .failure(let failure):
        state.withLock { $0.error = .refused(failure) }
        return (failure.verdict, failure.error)
      }
    } catch {
      state.withLock { $0.error = .unreadable(identifier: identifier, error) }
      return (.complete, nil)
    }
  }

  private func verdict(of content: FollowedRide) -> RequestMachine.Verdict {
    guard let status = content.rideStatus else {
      // The last message: there is no ride, it has ended, or its updates have and can be renewed.
      return isUnderWay ? .again(after: .zero) : .complete
    }
    state.withLock { ($0.phase, $0.error) = (status.phase, nil) }
    tap.put(status)
    return .more
  }

  func end(_ error: RideClientError?) {
    let own = state.withLock { state in
      state.hasEnded = true
      return state.error
    }
    // With the client its sequences end.
    if case .closed = error { return tap.end() }
    tap.end(error ?? own)
  }
}

/// Discards the answers.
final class DiscardingReceiver: Receiver {
  func claim() -> Bool { true }
  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?) { (.complete, nil) }
  func end(_ error: RideClientError?) {}
}
