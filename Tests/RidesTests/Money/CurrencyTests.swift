import Rides
import Testing

@Suite("Areas of other currencies") struct CurrencyTests {
  /// A product and a charge in some currency: base 5, 2.1 a unit, a charge of 4, half more in
  /// demand, a tenth off.
  static func area(_ code: String) throws -> ServiceArea {
    let currency = try #require(Currency(code))
    func money(_ text: String) throws -> Money { try Money(decimal: text, currency: currency) }
    var product = try Fixture.compact()
    product.tariff = Tariff(
      base: try money("5"),
      rates: RateCard(
        distance: .perKilometre(try Rate(decimal: "2.1", currency: currency)),
        perMinute: try Rate(decimal: "0.3", currency: currency)), titles: Fixture.titles)
    var area = try Fixture.area(products: [product])
    area.currency = currency
    area.charges[0].value = .amount(try money("4"))
    area.rules = AreaRules(
      specialPricing: [SpecialPricingTests.surge("x", 15_000)],
      discounts: [DiscountTests.discount("y", .percent(basisPoints: 1_000))])
    area.paymentMethods = [
      PaymentMethod(kind: .applePay), PaymentMethod(kind: .store, currencies: [Fixture.dollars]),
    ]
    return area
  }

  @Test(
    "M8: Every price is in the area's currency, with its digits, from the tariff to the sum",
    arguments: [
      // 16.09344 km and 25 min: 33.796224 and 7.5; half of the sum; the charge; a tenth off.
      ("JPY", ["5", "34", "8", "24", "4", "-8"], "67"),
      ("EUR", ["5.00", "33.80", "7.50", "23.15", "4.00", "-7.35"], "66.10"),
      ("KWD", ["5.000", "33.796", "7.500", "23.148", "4.000", "-7.344"], "66.100"),
    ])
  func M8_digits(code: String, lines: [String], total: String) throws {
    let catalogue = try Fixture.catalogue([try Self.area(code)])
    #expect(catalogue.mistakes() == [])
    let list = try Quoter(catalogue: catalogue, routing: Fixture.TenMiles()).optionList(
      for: SeedSampleTests.trip, locale: nil, supply: Fixture.supply(), at: Fixture.now)
    let option = list.quotes[0].option
    #expect(option.fareLineItems.map(\.price.decimalString) == lines)
    #expect(option.priceRange?.maximumPrice?.decimalString == total)
    #expect(Set(option.fareLineItems.map(\.price.currency.code)) == [code])
    #expect(list.paymentMethods.map(\.kind) == [.applePay], "dollars alone do not pay here")
    let claims = QuoteClaims(quote: list.quotes[0], expires: list.expirationDate)
    #expect(QuoteClaims(encoded: claims.encoded[...])?.currency.code == code)
  }

  @Test("M8: Two currencies in one area are refused, in tariff, extra, charge and discount")
  func M8_mixed() throws {
    let yen = try #require(Currency("JPY"))
    var catalogue = try Fixture.catalogue()
    let amount = Money(minorUnits: 1, currency: yen)
    catalogue.serviceAreas[0].products[0].tariff.minimumFare = amount
    catalogue.serviceAreas[0].charges[0].value = .amount(amount)
    catalogue.serviceAreas[0].rules.discounts = [DiscountTests.discount("d", .amount(amount))]
    catalogue.serviceAreas[0].products[1].cancellation = CancellationPolicy(
      fee: amount, freeSeconds: nil, missedPickupFee: Fixture.cents(1))
    #expect(
      Set(catalogue.mistakes().map(\.path)) == [
        "serviceAreas[0].products[0].tariff.minimumFare", "serviceAreas[0].charges[0].amount",
        "serviceAreas[0].discounts[0].amount", "serviceAreas[0].products[1].cancellation.fee",
      ])
  }

  @Test("A payment has to be known, for the currency, and there where one is needed")
  func payment() throws {
    var area = try Self.area("JPY")
    func reason(_ kind: PaymentMethod.Kind?) -> Refusal.Reason? {
      do throws(Refusal) {
        try area.check(payment: kind.map { PaymentMethod(kind: $0) })
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason(.applePay) == nil && reason(nil) == nil)
    #expect(reason(.credit) == .unknownMethod)
    #expect(reason(.store) == .currencyUnsupported)
    area.policies.payment.isMethodRequired = true
    #expect(reason(nil) == .paymentMethodRequired)
    area.currency = Fixture.dollars
    #expect(reason(.store) == nil)
  }
}
