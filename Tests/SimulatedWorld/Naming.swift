import Crypto
import Messages
import Rides

/// How rides are named, said once more than in the use cases, so that neither can change alone.
struct Naming: Sendable {
  /// The ride that a rider's message makes.
  func ride(rider: RiderIdentifier, messageIdentifier: String) -> RideIdentifier {
    let digest = SHA256.digest(Array("\(rider)\u{0}\(messageIdentifier)".utf8))
    return RideIdentifier(Base32.encode(Array(digest.prefix(16))))
  }

  /// What tells two messages with one id apart.
  func digest(of intent: Intent) -> [UInt8] { SHA256.digest(IntentCoding.encode(intent)) }
}
