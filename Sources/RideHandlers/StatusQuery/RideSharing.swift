import Messages
import RideStore
import Rides

/// How a ride is shared: its rider gets a token, and whoever has it follows the ride until its end
/// (rule A18).
struct RideSharing {
  private let found: FoundRides
  private let answers: Answers
  private let tokens: ShareTokens

  init(_ found: FoundRides, _ answers: Answers) {
    self.found = found
    self.answers = answers
    tokens = ShareTokens(answers.dependencies.quotes)
  }

  /// The answer with the token of a rider's own ride.
  func token(
    _ query: RideQuery, _ message: IncomingMessage, _ encoder: inout ResponseEncoder
  ) -> Outcome {
    guard let ride = found.record(for: query) else {
      return answers.refused(.unknown(query.ride), message)
    }
    guard !ride.phase.isFinal else {
      return answers.refused(Self.ended(at: "rideIdentifier"), message)
    }
    guard let token = tokens.token(of: ride.rideIdentifier) else {
      let refusal = Refusal(
        .serviceTemporarilyUnavailable, "this service has no key by which rides are shared")
      return answers.refused(refusal, message)
    }
    let body = encoder.body { ResponseCoding.writeShare(.success, shareToken: token, into: &$0) }
    return answers.answered(body, .success, message)
  }

  /// The answer with the status of a shared ride.
  ///
  /// A ride that is no longer stored has ended.
  func status(
    _ token: String, _ message: IncomingMessage, _ encoder: inout ResponseEncoder
  ) -> Outcome {
    guard let ride = tokens.ride(of: token) else {
      let refusal = Refusal(
        .invalidShareToken, "the token was not made by this service", path: "shareToken")
      return answers.refused(refusal, message)
    }
    do throws(RequestError) {
      guard found.record(of: ride)?.phase.isFinal == false,
        let status = try found.status(of: ride).flatMap({ SharedStatus(of: $0) })
      else { return answers.refused(Self.ended(at: "shareToken"), message) }
      let body = encoder.body {
        ResponseCoding.writeSharedStatus(.success, sharedStatus: status, into: &$0)
      }
      return answers.answered(body, .success, message)
    } catch {
      return answers.declined(error, message)
    }
  }

  private static func ended(at path: String) -> Refusal {
    Refusal(.shareEnded, "the ride has ended", path: path)
  }
}
