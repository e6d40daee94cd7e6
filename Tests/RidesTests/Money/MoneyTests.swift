import Rides
import Testing

@Suite("Money") struct MoneyTests {
  @Test(
    "A decimal text is read exactly and written with the currency's digits",
    arguments: [
      ("41.75", "USD", 4175, "41.75"), ("5", "USD", 500, "5.00"), ("-4", "USD", -400, "-4.00"),
      ("0.05", "USD", 5, "0.05"), ("-0.05", "USD", -5, "-0.05"), ("1235", "JPY", 1235, "1235"),
      ("1.2", "KWD", 1200, "1.200"), ("0.0001", "CLF", 1, "0.0001"), ("0", "EUR", 0, "0.00"),
      ("10000000000.00", "USD", 1_000_000_000_000, "10000000000.00"),
      ("007.10", "USD", 710, "7.10"),
    ])
  func readsAndWrites(text: String, code: String, minorUnits: Int64, written: String) throws {
    let money = try Money(decimal: text, currency: try #require(Currency(code)))
    #expect(money.minorUnits == minorUnits)
    #expect(money.decimalString == written)
  }

  @Test(
    "What is not a plain decimal amount of the currency is refused",
    arguments: [
      ("", "USD", MoneyError.Reason.notDecimal), ("1e3", "USD", .notDecimal),
      (" 1", "USD", .notDecimal), ("+1", "USD", .notDecimal), (".5", "USD", .notDecimal),
      ("5.", "USD", .notDecimal), ("1,5", "USD", .notDecimal), ("1.2.3", "USD", .notDecimal),
      ("--1", "USD", .notDecimal), ("١", "USD", .notDecimal), ("-", "USD", .notDecimal),
      ("1.001", "USD", .surplusDigits), ("1.0", "JPY", .surplusDigits),
      ("10000000000.01", "USD", .outOfRange), ("999999999999999999999", "USD", .outOfRange),
      ("99999999999999999", "KWD", .outOfRange),
    ])
  func refuses(text: String, code: String, reason: MoneyError.Reason) throws {
    let currency = try #require(Currency(code))
    let error = #expect(throws: MoneyError.self) { try Money(decimal: text, currency: currency) }
    #expect(error?.reason == reason)
  }

  @Test(
    "The digits of a currency are those of ISO 4217",
    arguments: [
      ("USD", 2), ("JPY", 0), ("KWD", 3), ("IQD", 3), ("CLF", 4), ("UYW", 4), ("MGA", 2),
      ("ISK", 0), ("XCG", 2), ("XAU", nil), ("XTS", nil), ("XXX", nil), ("XDR", nil), ("usd", nil),
      ("", nil),
    ] as [(String, Int?)])
  func digits(code: String, digits: Int?) {
    #expect(Currency.fractionDigits(of: code) == digits)
    #expect(Currency(code)?.fractionDigits == digits)
  }

  @Test("M8: Amounts of two currencies do not add up")
  func M8_otherCurrency() throws {
    let yen = Money(minorUnits: 1, currency: try #require(Currency("JPY")))
    let error = #expect(throws: MoneyError.self) { try Fixture.cents(1).adding(yen) }
    #expect(error?.reason == .otherCurrency)
  }

  @Test("A sum beyond the limit is refused, not wrapped")
  func overflow() throws {
    #expect(try Fixture.cents(Money.limit - 1).adding(Fixture.cents(1)).minorUnits == Money.limit)
    #expect(throws: MoneyError.self) { try Fixture.cents(Money.limit).adding(Fixture.cents(1)) }
    #expect(throws: MoneyError.self) { try Fixture.cents(.max).adding(Fixture.cents(.max)) }
  }

  @Test(
    "M7: A rate times a quantity is rounded once, half away from zero",
    arguments: [
      ("2.10", 10, "USD", 2100), ("2.25", 17.3, "USD", 3893),  // 38.925
      ("0.05", 0.1, "USD", 1), ("0.05", 0.099, "USD", 0),  // 0.5 and 0.495 cents
      ("4.35", 100, "USD", 43500), ("-0.05", 0.1, "USD", -1), ("1.005", 1, "USD", 101),
      ("100", 1.005, "JPY", 101), ("1.2345", 1, "KWD", 1235), ("1", 0.00005, "CLF", 1),
      ("0", 12, "USD", 0),
    ])
  func M7_rates(rate: String, quantity: Double, code: String, minorUnits: Int64) throws {
    let currency = try #require(Currency(code))
    let rate = try Rate(decimal: rate, currency: currency)
    #expect(try rate.amount(for: quantity).minorUnits == minorUnits)
  }

  @Test(
    "A quantity that is no quantity, or an amount that is none, is refused",
    arguments: [Double.infinity, -.infinity, .nan, 1e10, 1e9])
  func hugeQuantity(quantity: Double) throws {
    let rate = try Fixture.rate("1000000")
    #expect(throws: MoneyError.self) { try rate.amount(for: quantity) }
  }
}
