import Envelope
import LiveryMessages
import Synchronization

/// Who follows a ride: each answer is its status, until the last one has none.
final class Following: Receiver {
  let tap = Tap<RideStatus>(capacity: 64)
  private struct State {
    var phase: RidePhase?
    var error: RideClientError?
  }

  private let state = Mutex(State())

  /// Whether updates may follow that are to be stopped.
  var isUnderWay: Bool { state.withLock { $0.phase != nil && $0.phase != .completed } }

  func written() {}

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
      state.withLock { $0.error = .unreadable(error) }
      return (.complete, nil)
    }
  }

  private func verdict(of content: FollowedRide) -> RequestMachine.Verdict {
    guard let status = content.rideStatus else {
      // The last message: there is no ride, it has ended, or its updates have and can be renewed.
      return isUnderWay ? .again(after: .zero) : .complete
    }
    state.withLock { $0 = State(phase: status.phase) }
    tap.put(status)
    return .more
  }

  func end(_ error: RideClientError?) { tap.end(error ?? state.withLock { $0.error }) }
}

/// Who reads no answer.
final class Nobody: Receiver {
  func written() {}
  func take(_ delivery: Delivery) -> (RequestMachine.Verdict, RequestError?) { (.complete, nil) }
  func end(_ error: RideClientError?) {}
}
