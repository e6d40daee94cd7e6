/// Headers that no producer may write: the broker's and the fleet's own history of a message, and
/// those by which the broker sends copies elsewhere.
enum ReservedHeader {
  /// The exchange of the role for which a message is sent again; only on the exchange of redrives.
  static let redriveFrom = "x-livery-redrive-from"
  /// The stored dead letter that is sent again; only there, too.
  static let redriveLetter = "x-livery-redrive-letter"
  /// How often that letter was sent again, this time included; only there, too.
  static let redriveCount = "x-livery-redrive-count"

  /// Whether the redriver may write it, beside what every producer may.
  static func isOfRedrive(_ name: String) -> Bool {
    name == redriveFrom || name == redriveLetter || name == redriveCount
  }

  /// Whether the broker or the fleet alone may write it.
  ///
  /// RabbitMQ before 4.0 believes the `x-death` of a client, and would take its dead letter for one
  /// that goes in circles.
  static func isReserved(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "x")
      && (name == "x-death" || prefixes.contains { name.utf8.starts(with: $0.utf8) })
  }

  /// Whether the broker routes by it beside the routing key; it delivers no `BCC`.
  static func routesCopies(_ name: String) -> Bool { name == "CC" || name == "BCC" }

  private static let prefixes = ["x-livery-", "x-first-death-", "x-last-death-"]
}
