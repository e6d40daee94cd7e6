import Messages
import Rides

/// Those who write to the fleet, and what they have written.
struct Producers: Sendable {
  /// A message as it was sent.
  struct Letter: Sendable {
    let publication: Publication
    let family: QueueFamily
    let intent: Intent?
    /// Within whom its id counts, for what is kept of it.
    let scope: String?

    var correlation: String { publication.properties.correlationID ?? "" }
    var type: MessageType? { publication.properties.type.flatMap { MessageType(rawValue: $0) } }
  }

  /// All drivers have one name, so that no text with it names another.
  static let driver = Driver(name: "Ann Lee", rating: "4.9", phoneNumber: "+13125550199")
  static let riders = (1...4).map { RiderIdentifier("rider-\($0)") }
  static let vehicles = (1...4).map { VehicleIdentifier("veh-\($0)") }
  static let replyQueues = ["replies.world.1", "replies.world.2", "replies.world.3"]

  /// How many letters were sent.
  var written = 0
  /// By correlation, which no two letters share but those that are sent twice as they are.
  var letters: [String: Letter] = [:]
  /// Letters that write, to be sent again.
  var writes: [Letter] = []
  var sequences: [VehicleIdentifier: Int64] = [:]
  /// The questions that were sent about shared rides after their end, by correlation.
  var lateShares: Set<String> = []
  /// Since when vehicles count that have begun anew.
  var counts: [VehicleIdentifier: Instant] = [:]
}
