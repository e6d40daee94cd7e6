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

  /// The digits after the decimal sign of a currency, nil for what fares cannot be paid in.
  ///
  /// Metals (XAU, XAG, XPT, XPD), special drawing rights and units of account (XDR, XSU, XUA), and
  /// the codes for tests and for no currency at all have no minor unit in ISO 4217 and are refused.
  package static func fractionDigits(of code: String) -> Int? {
    number(of: code).map { table[Int($0)].fractionDigits }
  }

  /// Every current code of ISO 4217, grouped by its number of digits.
  ///
  /// The numbers are the standard's, not a formatter's: those follow how prices are usually
  /// written, and differ.
  private static let codesByDigits: [(digits: Int, codes: String)] = [
    (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
    (
      2,
      """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN \
      BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD \
      FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW \
      KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR \
      MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG \
      SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD \
      USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
      """
    ),
    (3, "BHD IQD JOD KWD LYD OMR TND"),
    (4, "CLF UYW"),
  ]

  static let table = codesByDigits.flatMap { digits, codes in
    codes.split(separator: " ").map { (code: String($0), fractionDigits: digits) }
  }

  /// The place in the table of a code.
  static func number(of code: String) -> UInt8? { numbersByCode[code] }

  private static let numbersByCode = Dictionary(
    // There are fewer than 256 currencies.
    uniqueKeysWithValues: table.enumerated().map { ($0.element.code, UInt8($0.offset)) })
}
