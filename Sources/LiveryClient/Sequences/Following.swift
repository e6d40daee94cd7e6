import Envelope
import LiveryMessages
import Synchronization

/// Receives the updates of a ride: each answer has its status, and the last one has none.
final class Following: Receiver {
  let tap = Tap<RideStatus>(capacity: 64)
  private struct State {
    /// Whether the newest status is followed by others, so that updates that end are renewed.
    var goesOn = false
    var error: RideClientError?
    var isWritten = false
    var hasEnded = false
  }

  private let identifier: String
  private let state = Mutex(State())

  init(identifier: String) { self.identifier = identifier }

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
      // There is no such ride, it is over, or its updates have expired and are started again.
      return state.withLock { state in
        let error = RideClientError.unanswered(identifier: identifier, attempts: 1)
        state.error = state.goesOn ? error : nil
        return state.goesOn ? .again(after: .zero) : .complete
      }
    }
    state.withLock { ($0.goesOn, $0.error) = (!status.isOver, nil) }
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

extension RideStatus {
  /// Whether the ride has ended and is paid, so that its updates end.
  fileprivate var isOver: Bool {
    phase == .completed && completionStatus?.payment?.state != .outstanding
  }
}

/// Discards the answers.
final class DiscardingReceiver: Receiver {
  func claim() -> Bool { true }
  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?) { (.complete, nil) }
  func end(_ error: RideClientError?) {}
}
