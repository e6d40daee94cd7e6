/// Where a collector takes traces over HTTP.
package struct CollectorURL: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Takes `http://` or `https://` with a host and without a user, since a password belongs into
  /// the headers, which are a secret; nil for another text.
  package init?(_ text: String) {
    guard let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix),
      text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), !text.contains("#")
    else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
    guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.contains("@") else {
      return nil
    }
    description = text
  }

  /// The address of traces below the base that `OTEL_EXPORTER_OTLP_ENDPOINT` names.
  package var traces: CollectorURL {
    let separator = description.hasSuffix("/") ? "" : "/"
    return CollectorURL(unchecked: "\(description)\(separator)v1/traces")
  }

  private init(unchecked text: String) { description = text }
}
