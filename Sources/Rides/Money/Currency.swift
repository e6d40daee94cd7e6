/// A currency in which fares are paid, by its ISO 4217 code.
///
/// One byte, its number in the table: amounts are copied by the dozen for each list, and copying
/// counts no references.
package struct Currency: Hashable, Sendable {
  private let number: UInt8

  /// Nil for a code that is not a current currency of ISO 4217 or is not money (XAU, XTS and the
  /// like).
  package init?(_ code: String) {
    guard let number = Self.number(of: code) else { return nil }
    self.number = number
  }

  /// The three letters of ISO 4217.
  package var code: String { Self.table[Int(number)].code }

  /// The digits after the decimal sign, from the ISO 4217 list; never a formatter's.
  package var fractionDigits: Int { Self.table[Int(number)].fractionDigits }
}
