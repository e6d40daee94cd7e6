package import JSON
package import Rides

/// Encodes the answers to lists from templates: one for each product and locale, one for each line
/// of a fare, and the ways to pay of each area.
///
/// The bytes are those of `RideOptionCoding` and `PaymentMethodCoding`, which make the templates.
/// Templates are made when they are first needed, and again when the catalogue has changed.
package struct OptionTemplates {
  private var forms = FareForms.none
  /// By the number of the product and the locale.
  private var options: [JSONTemplate?] = []
  /// By the number of the form.
  private var lines: [JSONTemplate?] = []
  /// The ways to pay, by the number of the area.
  private var paymentMethods: [Int: [UInt8]?] = [:]

  package init() {}

  /// Writes the answer to a list; `token` returns the signed price of a quote, in ASCII without
  /// characters that JSON escapes, or nil.
  package mutating func write(
    _ list: OptionList, token: (ListedQuote) -> [UInt8]?, into writer: inout JSONWriter
  ) {
    if list.forms !== forms {
      forms = list.forms
      options = Array(repeating: nil, count: forms.count)
      lines = options
      paymentMethods = [:]
    }
    ResponseCoding.writeList(
      of: list.quotes.count, paymentMethods: paymentMethods(of: list),
      expirationDate: list.expirationDate, into: &writer
    ) { index, writer in
      write(list.quotes[index], token: token(list.quotes[index]), into: &writer)
    }
  }

  private mutating func paymentMethods(of list: OptionList) -> [UInt8]? {
    if let encoded = paymentMethods[list.areaNumber] { return encoded }
    let encoded = PaymentMethodCoding.encode(list.paymentMethods)
    paymentMethods[list.areaNumber] = encoded
    return encoded
  }

  private mutating func write(
    _ quote: ListedQuote, token: [UInt8]?, into writer: inout JSONWriter
  ) {
    // The activity of the app depends on the trip and not on the product alone.
    guard !quote.isBookedInApplication else {
      return RideOptionCoding.write(quote.option, into: &writer)
    }
    guard let template = options[quote.textNumber] ?? newTemplate(of: quote) else {
      return writeWhole(quote, token: token, into: &writer)
    }
    let bounds = quote.priceBounds
    let digits = quote.currency.fractionDigits
    // The gaps: token, pickup, lowest and highest price, special pricing, prices of tiers, lines,
    // prices of extras.
    let special = bounds == nil ? 2 : 4
    let lines = template.gapCount - 1 - quote.extras.count
    writer.fill(template) { gap, writer in
      switch gap {
      case 0:
        guard let token else { return }
        writer.key("quoteIdentifier")
        token.withUnsafeBufferPointer { writer.string(plain: $0) }
      case 1: writer.instant(quote.estimatedPickupDate)
      case special:
        guard let (title, multiplier) = quote.specialPricing else { return }
        writer.member("specialPricing", title)
        writer.member("specialPricingMultiplier", multiplier?.decimalString)
      case lines: writeLines(of: quote, digits, into: &writer)
      case 2: writer.decimal(bounds?.least ?? 0, fractionDigits: digits)
      case 3: writer.decimal(bounds?.most ?? 0, fractionDigits: digits)
      case ..<lines:
        writer.decimal(quote.prices[(gap - special - 1) / 2], fractionDigits: digits)
      default:
        let price = quote.extras[gap - lines - 1].price
        writer.decimal(price.minorUnits, fractionDigits: digits)
      }
    }
  }

  private mutating func writeLines(
    of quote: ListedQuote, _ digits: Int, into writer: inout JSONWriter
  ) {
    writer.beginArray()
    quote.forEachShownLine { line in
      writer.fill(template(of: line, quote.currency)) { _, writer in
        writer.decimal(line.minorUnits, fractionDigits: digits)
      }
    }
    writer.endArray()
  }

  private func writeWhole(_ quote: ListedQuote, token: [UInt8]?, into writer: inout JSONWriter) {
    var option = quote.option
    option.quoteIdentifier = token.map { String(decoding: $0, as: UTF8.self) }
    RideOptionCoding.write(option, into: &writer)
  }

  /// Nil for an option that no template fits; most options have theirs already.
  private mutating func newTemplate(of quote: ListedQuote) -> JSONTemplate? {
    if quote.variesBeyondTemplate { return nil }
    let template = JSONTemplate { RideOptionCoding.write(quote.option, into: &$0) }
    options[quote.textNumber] = template
    return template
  }

  private mutating func template(of line: FareLine, _ currency: Currency) -> JSONTemplate {
    if let template = lines[line.form] { return template }
    let template = JSONTemplate {
      FareLineItemCoding.write(forms.item(line, currency), into: &$0)
    }
    lines[line.form] = template
    return template
  }
}
