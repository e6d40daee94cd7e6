import JSON
package import Rides

/// Money on the wire: a decimal text with all digits of its currency, next to the currency's ISO
/// 4217 code.
enum MoneyCoding {
  /// The members `name` and `currencyCode`.
  static func writeMembers(
    _ name: StaticString, _ money: Money, into writer: inout JSONWriter
  ) {
    writer.key(name)
    writeAmount(money, into: &writer)
    writer.member("currencyCode", money.currency.code)
  }

  /// Writes the text of `decimalString` without building a string: a list has dozens of amounts.
  static func writeAmount(_ money: Money, into writer: inout JSONWriter) {
    writer.varying {
      $0.decimal(money.minorUnits, fractionDigits: money.currency.fractionDigits)
    }
  }

  /// The amount in the member `name`, in the currency of `currencyCode`.
  static func read(_ name: String, of fields: JSONFields) throws(JSONFault) -> Money {
    let currency = try currency(of: fields)
    return try fields.require(name, try amount(name, in: currency, of: fields))
  }

  /// An object of the members `amount` and `currencyCode`: SiriKit's `INCurrencyAmount`.
  static func amount(_ fields: JSONFields) throws(JSONFault) -> Money {
    try read("amount", of: fields)
  }

  /// Writes such an object.
  static func write(_ amount: Money, into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers("amount", amount, into: &writer)
    writer.endObject()
  }

  /// An amount of zero or more.
  static func amountFromZero(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try amount(fields)
    guard amount.minorUnits >= 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected at least nothing, got \(amount.decimalString)")
    }
    return amount
  }

  /// An amount above zero.
  static func amountAboveZero(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try amount(fields)
    guard amount.minorUnits > 0 else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected more than nothing, got \(amount.decimalString)")
    }
    return amount
  }

  /// A fare: zero or more, and small enough for further items on the bill.
  static func fare(_ fields: JSONFields) throws(JSONFault) -> Money {
    let amount = try amount(fields)
    guard 0...(Money.limit / 10) ~= amount.minorUnits else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "amount"),
        "expected nothing or more, up to \(Money.limit / 10) minor units, got "
          + amount.decimalString)
    }
    return amount
  }

  static func currency(of fields: JSONFields) throws(JSONFault) -> Currency {
    let code = try fields.require(
      "currencyCode", try fields.string("currencyCode", atMost: TextLimit.name))
    guard let currency = Currency(code) else {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "currencyCode"),
        "expected a currency of ISO 4217, got \(quoted(code))")
    }
    return currency
  }

  static func amount(
    _ name: String, in currency: Currency, of fields: JSONFields
  ) throws(JSONFault) -> Money? {
    guard let text = try fields.string(name, atMost: TextLimit.name) else { return nil }
    do throws(MoneyError) {
      return try Money(decimal: text, currency: currency)
    } catch {
      throw JSONFault(
        .outOfRange, path: fields.path(to: name),
        "amount of \(currency.code): \(error)")
    }
  }
}

/// The wire form of a price or a span of prices.
enum PriceRangeCoding {
  static func write(_ range: PriceRange, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("minimumPrice", range.minimumPrice, by: MoneyCoding.writeAmount)
    writer.member("maximumPrice", range.maximumPrice, by: MoneyCoding.writeAmount)
    writer.member("currencyCode", range.currency.code)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PriceRange {
    let currency = try MoneyCoding.currency(of: fields)
    let minimum = try MoneyCoding.amount("minimumPrice", in: currency, of: fields)
    let maximum = try MoneyCoding.amount("maximumPrice", in: currency, of: fields)
    switch (minimum, maximum) {
    case (let minimum?, let maximum?):
      // Both have the currency read above, so there is a range.
      return PriceRange(minimum, maximum)!
    case (let minimum?, nil): return PriceRange(minimumPrice: minimum)
    case (nil, let maximum?): return PriceRange(maximumPrice: maximum)
    case (nil, nil):
      throw JSONFault(
        .missing, path: fields.path(to: "minimumPrice"), "expected one price at least, got none")
    }
  }
}

extension PaymentMethodCoding {
  /// The ways to pay of a response as an array; nil for none.
  package static func encode(_ methods: [PaymentMethod]) -> [UInt8]? {
    guard !methods.isEmpty else { return nil }
    var writer = JSONWriter(capacity: 256)
    writer.array(methods) { write($0, withToken: false, into: &$1) }
    return writer.finish()
  }

  static func writeWhole(_ method: PaymentMethod, into writer: inout JSONWriter) {
    write(method, withToken: true, into: &writer)
  }
}

/// The wire form of a span of party sizes.
enum PartySizeRangeCoding {
  static func write(_ range: PartySizeRange, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("minimum", range.minimum)
    writer.member("maximum", range.maximum)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PartySizeRange {
    let minimum = try fields.requiredCount("minimum")
    guard let range = PartySizeRange(minimum: minimum, maximum: try fields.count("maximum")) else {
      throw JSONFault(.outOfRange, path: fields.path, "expected 1 <= minimum <= maximum")
    }
    return range
  }
}
