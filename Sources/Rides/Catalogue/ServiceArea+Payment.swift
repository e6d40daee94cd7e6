extension PaymentMethod {
  /// Whether the method can pay in a currency.
  package func accepts(_ currency: Currency) -> Bool { currencies?.contains(currency) ?? true }
}

extension ServiceArea {
  /// Refuses a payment method that a ride of the area cannot be paid with: `paymentMethodRequired`
  /// where none came and one is needed, `unknownMethod`, and `currencyUnsupported` when the method
  /// is known but not for the area's currency.
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
}
