/// A currency in which fares are paid, by its ISO 4217 code.
package struct Currency: Hashable, Sendable {
  package let code: String
  /// The digits after the decimal sign, from the ISO 4217 list; never a formatter's.
  package let fractionDigits: Int

  /// Nil for a code that is not a current currency of ISO 4217 or is not money (XAU, XTS and the
  /// like).
  package init?(_ code: String) {
    guard let digits = Self.fractionDigits(of: code) else { return nil }
    self.code = code
    self.fractionDigits = digits
  }
}
