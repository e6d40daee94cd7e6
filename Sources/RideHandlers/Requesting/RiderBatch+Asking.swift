import Messages
import RideStore
import Rides

extension RiderBatch {
  /// Answers a stage that changes nothing: `resolve` or `confirm`.
  func outcome(asking message: IncomingMessage) -> Outcome {
    answers.refused(
      Refusal(.notAvailableHere, "\(message.type.rawValue) is not answered"), message)
  }
}
