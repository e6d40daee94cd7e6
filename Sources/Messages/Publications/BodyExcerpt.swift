import JSON

/// The rest of a body that is too large to be stored: its first bytes are, with its length and its
/// digest.
///
/// Headers of the stored message say so. No producer can write them there.
package struct BodyExcerpt: Hashable, Sendable {
  /// The largest body that is stored whole: that of the contract.
  package static let wholeLimit = JSONLimits.message.bytes
  /// The number of bytes that are stored of a larger one.
  package static let storedBytes = 4_096

  private static let (lengthName, digestName) = ("x-livery-body-length", "x-livery-body-sha256")

  /// The length of the whole body in bytes.
  package let length: Int
  /// SHA-256 of the whole body, in hex.
  package let digest: String

  package init(length: Int, digest: String) {
    self.length = length
    self.digest = digest
  }

  /// Reads the properties of a stored message; nil for one whose body is whole.
  package init?(of properties: MessageProperties) {
    guard case .integer(let length, _) = properties.header(Self.lengthName),
      case .string(let digest) = properties.header(Self.digestName)
    else { return nil }
    self.init(length: Int(clamping: length), digest: digest)
  }

  /// Writes the headers of a message that is to be stored; without an excerpt it has none.
  package static func set(_ excerpt: BodyExcerpt?, in properties: inout MessageProperties) {
    properties.headers.removeAll { $0.name == lengthName || $0.name == digestName }
    guard let excerpt else { return }
    properties.headers += [
      Header(lengthName, .integer(Int64(excerpt.length))),
      Header(digestName, .string(excerpt.digest)),
    ]
  }
}
