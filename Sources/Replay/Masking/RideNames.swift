import Crypto

/// The identifiers of rides in texts, and those in their place.
///
/// The fleet derives the identifier of a ride from its rider and from the id of the message that
/// books it (rule B2). Where those have other names, the ride has the identifier that follows from
/// the other names, so that a replay makes the ride that later messages name.
package struct RideNames {
  /// The most rides that are remembered; older ones get a name that no replay makes.
  static let capacity = 1_000_000
  /// The letters of an identifier: 16 bytes in base32.
  private static let length = 26

  private var known = RecentValues<String, String>(capacity: Self.capacity)

  package init() {}

  /// The identifier that the fleet gives to the ride of a rider's message.
  package static func identifier(rider: String, messageID: String) -> String {
    let digest = SHA256.digest(Array("\(rider)\u{0}\(messageID)".utf8))
    return Base32.encode(Array(digest.prefix(16)))
  }

  /// Records that the ride of a booking has another name from now on.
  package mutating func book(
    rider: String, messageID: String, asRider otherRider: String, asMessage otherMessage: String
  ) {
    let ride = Self.identifier(rider: rider, messageID: messageID)
    let other = Self.identifier(rider: otherRider, messageID: otherMessage)
    known.remember(other, for: ride)
  }

  /// The name of a ride whose booking was noted.
  package subscript(ride: String) -> String? { known[ride] }

  /// A text with other names for the rides in it; `unknown` names those whose booking was not
  /// noted.
  package func rename(_ text: String, unknown: (String) -> String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= Self.length else { return text }
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { !Self.isLetter($0) } ?? bytes.count
      if end - start == Self.length {
        let ride = String(decoding: bytes[start..<end], as: UTF8.self)
        result += (known[ride] ?? unknown(ride)).utf8
      } else {
        result += bytes[start..<end]
      }
      if end < bytes.count { result.append(bytes[end]) }
      start = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x32...0x37 ~= byte
  }
}
