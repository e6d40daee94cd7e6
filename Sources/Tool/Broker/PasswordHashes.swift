import Fleet

/// The hashes of passwords by the part whose user has them, from a file of lines `PART HASH`.
enum PasswordHashes {
  /// A salt of 4 bytes and a digest by SHA-256, in base64.
  private static let length = 48

  /// Reads the lines; those that are empty or begin with `#` do not count.
  static func read(_ path: String) throws(ToolError) -> [String: String] {
    guard let bytes = SystemEnvironment.readFile(path) else {
      throw ToolError(.data, "\(path): expected a file of at most 64 KiB that can be read")
    }
    var hashes: [String: String] = [:]
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty && line.first != "#" {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, Permissions.Part.all.contains(where: { $0.name == words[0] }),
        isHash(words[1]), hashes[words[0]] == nil
      else {
        // The line may have a password that was not hashed: it is not shown.
        throw ToolError(
          .data,
          "\(path), line \(index + 1): expected a part, once, and the hash of its password, "
            + "\(length) characters of base64")
      }
      hashes[words[0]] = words[1]
    }
    return hashes
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == length
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+" || $0 == "/") }
  }
}
