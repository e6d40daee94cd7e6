package import RideHandlers
package import Rides

/// Who moves the money of rides.
package enum PaymentSystem: String, Sendable, CaseIterable {
  /// A stand-in for tests and demonstrations, which answers as the catalogue scripts it.
  case builtIn = "built-in"
  /// A real one, that takes its commands from the exchange of payments and answers by messages.
  case amqp

  /// The port to it.
  package func gateway(of catalogue: Catalogue) -> any PaymentGateway {
    switch self {
    case .builtIn: ScriptedPayments(catalogue.paymentScript)
    case .amqp: PaymentsByMessage()
    }
  }
}
