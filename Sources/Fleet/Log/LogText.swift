import JSON

/// Texts from outside, as the log writes them: of limited length, and only in forms that cannot
/// hold personal data.
enum LogText {
  /// The most bytes of a string that are kept.
  private static let longestString = 1_024
  /// The most bytes before the end of a string; with the numbers after it a line stays below
  /// PIPE_BUF, which a pipe accepts at once and does not interleave.
  private static let longestStart = 3_584

  /// The beginning of the text that fits, with its escapes, into a line that already has `count`
  /// bytes.
  static func shortened(_ text: String, after count: Int) -> String {
    let room = min(longestString, longestStart - count)
    // No byte becomes more than the six of `\u001f`.
    guard 6 * text.utf8.count > room else { return text }
    var kept = ""
    var size = 0
    for scalar in text.unicodeScalars {
      size +=
        PrintableText.isUnprintable(scalar)
        ? 6 : scalar == "\"" || scalar == "\\" ? 2 : UTF8.width(scalar)
      guard size <= room else { return kept + "…" }
      kept.unicodeScalars.append(scalar)
    }
    return kept
  }

  /// A type of message, if it has the form of one; else `other`.
  static func messageType(_ text: String) -> String {
    let isType =
      text.utf8.count <= 64 && text.utf8.allSatisfy { isLower($0) || $0 == 0x2D || $0 == 0x2E }
    return isType ? text : "other"
  }

  /// The name of a ride, if Livery has made it: 26 characters of base32.
  static func rideIdentifier(_ text: String?) -> String? {
    guard let text, text.utf8.count == 26,
      text.utf8.allSatisfy({ isLower($0) || 0x32...0x37 ~= $0 })
    else { return nil }
    return text
  }

  /// A place in a message, if it is made of names as the contract has them.
  static func path(_ text: String) -> String? {
    let isPath =
      text.utf8.count <= 100
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5B, 0x5D, 0x5F: true
        default: false
        }
      }
    return isPath ? text : nil
  }

  private static func isLower(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte }
}
