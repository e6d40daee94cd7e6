import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Answers a stage that changes nothing: `resolve` or `confirm`.
  func outcome(asking message: IncomingMessage) -> Outcome {
    switch message.intent {
    case .cancelRide(let intent): quoteCancellation(intent, message)
    default:
      answers.refused(
        Refusal(.notAvailableHere, "\(message.type.rawValue) is not answered"), message)
    }
  }
}
