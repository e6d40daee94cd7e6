extension ServiceArea {
  /// The payment methods that one of a rider's can be, named as the area names them; several when
  /// the rider has not said which of a kind.
  ///
  /// Refused are `unknownMethod`, `currencyUnsupported` and `expired`.
  func methods(
    for method: PaymentMethod, at time: Instant
  ) throws(Refusal) -> [PaymentMethod] {
    try check(payment: method, at: time)
    let known = paymentMethods.filter { $0.kind == method.kind && $0.accepts(currency) }
    let named = method.name.map { name in
      known.filter { $0.name.map(OptionName.folded) == OptionName.folded(name) }
    }
    // Who names a method of their own, by its digits or a token, means that one.
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

extension ServiceArea {
  /// Judges pickups of a product that are booked ahead; nil is any product.
  package func scheduling(of product: Product?, at now: Instant) -> Scheduling {
    Scheduling(area: self, hours: [hours, product?.hours].compactMap(\.self), at: now)
  }
}
