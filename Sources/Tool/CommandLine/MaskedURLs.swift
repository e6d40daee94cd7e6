/// Texts whose URLs show no password: messages repeat what the tool was given.
enum MaskedURLs {
  /// The text with `***` in the place of each password.
  ///
  /// A password may have characters that a URL should not, so all up to the last `@` of the word
  /// counts as one.
  static func of(_ text: String) -> String {
    var (shown, rest) = ("", text[...])
    while let mark = rest.firstRange(of: "://") {
      shown += rest[..<mark.upperBound]
      rest = rest[mark.upperBound...]
      let url = rest.prefix { !$0.isWhitespace }
      shown += withoutParameters(withoutLogin(url))
      rest = rest[url.endIndex...]
    }
    return shown + rest
  }

  private static func withoutLogin(_ url: Substring) -> String {
    guard let end = url.lastIndex(of: "@"), let colon = url[..<end].firstIndex(of: ":") else {
      return String(url)
    }
    return "\(url[..<colon]):***\(url[end...])"
  }

  /// libpq takes a password, and that of a key, as parameters too.
  private static func withoutParameters(_ url: String) -> String {
    url.split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.firstRange(of: "password=").map { "\(part[..<$0.upperBound])***" } ?? String(part)
    }.joined(separator: "&")
  }
}
