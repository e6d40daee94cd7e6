/// Where the operator drives, and on what terms.
package struct ServiceArea: Hashable, Sendable {
  package var key: String
  package var timeZone: TimeZoneRules
  package var currency: Currency
  package var boundary: Region
  /// The parts of the area that have a name of the operator's.
  package var zones: [String: Region]
  /// When the area is served, by its own clocks; nil is always.
  package var hours: OperatingHours?
  package var travel: TravelModel
  package var products: [Product]
  package var extras: [Extra]
  package var charges: [FareCharge]
  package var rules: AreaRules
  package var paymentMethods: [PaymentMethod]
  package var policies: Policies

  package init(
    key: String, timeZone: TimeZoneRules, currency: Currency, boundary: Region,
    zones: [String: Region] = [:],
    hours: OperatingHours? = nil, travel: TravelModel, products: [Product],
    extras: [Extra] = [], charges: [FareCharge], rules: AreaRules = AreaRules(),
    paymentMethods: [PaymentMethod],
    policies: Policies
  ) {
    self.key = key
    self.timeZone = timeZone
    self.currency = currency
    self.boundary = boundary
    self.zones = zones
    self.hours = hours
    self.travel = travel
    self.products = products
    self.extras = extras
    self.charges = charges
    self.rules = rules
    self.paymentMethods = paymentMethods
    self.policies = policies
  }

  /// Refuses a payment method that the area does not accept.
  ///
  /// `paymentMethodRequired` for a missing one, `unknownMethod`, and `currencyUnsupported` for a
  /// known method that does not support the area's currency.
  package func check(payment method: PaymentMethod?) throws(Refusal) {
    guard let method else {
      guard !policies.payment.isMethodRequired else {
        throw Refusal(
          .paymentMethodRequired, "a ride here needs a payment method", path: "paymentMethod")
      }
      return
    }
    let known = paymentMethods.filter { $0.kind == method.kind }
    guard !known.isEmpty else {
      let taken = paymentMethods.filter { $0.accepts(currency) }.map(\.kind.rawValue)
      throw Refusal(
        .unknownMethod,
        "expected one of \(taken.joined(separator: ", ")), got \(method.kind.rawValue)",
        path: "paymentMethod.type")
    }
    guard known.contains(where: { $0.accepts(currency) }) else {
      throw Refusal(
        .currencyUnsupported, "\(method.kind.rawValue) does not pay in \(currency.code)",
        path: "paymentMethod.type")
    }
  }

  /// The area's payment methods that match a rider's method; several if it is ambiguous.
  ///
  /// Throws `unknownMethod`, `currencyUnsupported` and `expired`.
  func methods(
    for method: PaymentMethod, at time: Instant
  ) throws(Refusal) -> [PaymentMethod] {
    try check(payment: method, at: time)
    let known = paymentMethods.filter { $0.kind == method.kind && $0.accepts(currency) }
    let named = method.name.map { name in
      known.filter { $0.name.map(OptionName.folded) == OptionName.folded(name) }
    }
    // A method with digits or a token means exactly that one.
    let isOwn = method.token != nil || method.identificationHint != nil
    let meant = named.flatMap { $0.isEmpty ? nil : $0 } ?? (isOwn ? [known[0]] : known)
    return meant.map { found in
      var chosen = method
      chosen.name = isOwn ? method.name ?? found.name : found.name
      return chosen
    }
  }

  /// Refuses a method that a ride at that time cannot be paid with.
  package func check(payment method: PaymentMethod?, at time: Instant) throws(Refusal) {
    try check(payment: method)
    guard let expiry = method?.expirationDate, expiry <= time else { return }
    throw Refusal(
      .expired,
      "expected a payment method that is valid at \(time.rfc3339), came one until "
        + expiry.rfc3339,
      path: "paymentMethod.expirationDate")
  }
}
