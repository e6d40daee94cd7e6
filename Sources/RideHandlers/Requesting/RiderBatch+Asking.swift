import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Answers a stage that changes nothing: `resolve` or `confirm`.
  ///
  /// Once the request has made its ride, either is too late, and shows the ride as it is (rule V4).
  func outcome(asking message: IncomingMessage, about names: Names) -> Outcome {
    switch message.intent {
    case .resolve(let intent): resolve(intent, names, message)
    case .requestRide(let intent): confirm(intent, names, message)
    case .cancelRide(let intent): quoteCancellation(intent, message)
    case .sendRideFeedback(let intent): checkFeedback(intent, message)
    default:
      answers.refused(
        Refusal(.notAvailableHere, "\(message.type.rawValue) is not answered"), message)
    }
  }

  private func resolve(
    _ intent: ResolveIntent, _ names: Names, _ message: IncomingMessage
  ) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = ride(names.ride, madeBy: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(encoder.resolutions([], rideStatus: status), .success, message)
    }
    let resolving = Resolving(
      dependencies: dependencies, supply: supply, now: now, isQuoteUsed: isQuoteUsed(by: names))
    let resolutions = resolving.resolutions(of: intent)
    return answers.answered(encoder.resolutions(resolutions), .success, message)
  }

  /// Makes the ride that a booking would make, shows it, and forgets it (rules F7 and F8).
  private func confirm(
    _ intent: RequestRideIntent, _ names: Names, _ message: IncomingMessage
  ) -> Outcome {
    var encoder = ResponseEncoder()
    if let ride = ride(names.ride, madeBy: message) {
      let status = encoder.rideStatus(ride.status)
      return answers.answered(encoder.ride(code: .ready, rideStatus: status), .ready, message)
    }
    guard let identifier = names.ride else {
      preconditionFailure("a confirmation without an id does not pass the decoder")
    }
    do throws(Refusal) {
      try debts.check(intent.riderIdentifier, work)
      var ride = try ride(for: intent, identifier, names)
      try dependencies.planPayment(of: &ride)
      let status = RideStatusCoding.encodeProspect(ride.status)
      return answers.answered(encoder.ride(code: .ready, rideStatus: status), .ready, message)
    } catch {
      return answers.refused(error, message)
    }
  }

  /// The ride that a request has made already; of what is no request, nil, as its ride may be
  /// another rider's.
  func ride(_ identifier: RideIdentifier?, madeBy message: IncomingMessage) -> Ride? {
    switch message.intent {
    case .requestRide, .resolve: identifier.flatMap { work.rides[$0] }
    default: nil
    }
  }
}
