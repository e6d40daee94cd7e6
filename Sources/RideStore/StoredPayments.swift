package import Rides

extension OpenPayment {
  /// How long a failed payment counts: long enough to be noticed, but not forever, since nothing
  /// ends its failure.
  package static let failureDays = 7

  /// Later than any queried time.
  private static let farFuture = Instant(seconds: 253_402_300_799)

  /// Until when the figures of the fleet count it.
  package var countsUntil: Instant {
    state == .failed ? since.advanced(bySeconds: Self.failureDays * 86_400) : Self.farFuture
  }
}

/// The form in which a database keeps the open payments of a ride beside its document.
///
/// It names the revision of its ride. A build that does not know the column leaves it unchanged
/// when it changes the ride; the content is then out of date.
package enum StoredPayments {
  /// The column of a ride; nil for a ride without open payments.
  package static func text(_ payments: [OpenPayment], revision: Int) -> String? {
    if payments.isEmpty { return nil }
    // Nearly every booking has one, so it is written into one piece of memory.
    var text = ""
    text.reserveCapacity(20 + 64 * payments.count)
    text += String(revision)
    for payment in payments {
      text += ";"
      text += payment.key
      text += " "
      text += payment.kind.rawValue
      text += " "
      text += payment.state.rawValue
      text += " "
      text += String(payment.since.microseconds)
    }
    return text
  }

  /// The payments in a column for a ride's revision; none if it belongs to another revision, and
  /// without payments whose words only a newer build knows.
  package static func payments(_ text: String?, revision: Int) -> [OpenPayment] {
    guard let parts = text?.split(separator: ";"), let first = parts.first,
      Int(first) == revision
    else { return [] }
    return parts.dropFirst().compactMap(payment)
  }

  /// Until when the figures count any of them; nil for none.
  package static func until(_ payments: [OpenPayment]) -> Instant? {
    payments.lazy.map(\.countsUntil).max()
  }

  private static func payment(_ text: Substring) -> OpenPayment? {
    let words = text.split(separator: " ")
    guard words.count == 4, let kind = OpenPayment.Kind(rawValue: String(words[1])),
      let state = OpenPayment.State(rawValue: String(words[2])), let since = Int64(words[3])
    else { return nil }
    return OpenPayment(
      key: String(words[0]), kind: kind, state: state, since: Instant(microseconds: since))
  }
}
