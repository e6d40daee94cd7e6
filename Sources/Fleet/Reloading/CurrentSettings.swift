package import AMQP
import Catalogues
import Crypto
package import RideHandlers
import Rides
import Synchronization

/// What the threads of a worker go by and may be given anew while they run.
///
/// Connections are made with what stands here at that moment; handlers look between batches.
package final class CurrentSettings: Sendable {
  /// All of it at one moment.
  package struct Values: Sendable {
    package var endpoints: [AMQPEndpoint]
    package var store: StoreLocation
    package var dependencies: HandlerDependencies
    /// Counts the changes of the dependencies.
    package var toolsVersion = 0
  }

  private let current: Mutex<Values>

  /// Starts with what the worker was started with.
  package init(endpoints: [AMQPEndpoint], store: StoreLocation, dependencies: HandlerDependencies) {
    current = Mutex(Values(endpoints: endpoints, store: store, dependencies: dependencies))
  }

  /// What counts now.
  package var values: Values { current.withLock { $0 } }

  func use(_ endpoints: [AMQPEndpoint]) { current.withLock { $0.endpoints = endpoints } }

  func use(_ store: StoreLocation) { current.withLock { $0.store = store } }

  func use(_ keys: [MessageAuthenticationKey]) { changeTools { $0.quotes = .signed(by: keys) } }

  func use(_ catalogue: Catalogue, payments: PaymentSystem) {
    let quoter = Quoter(catalogue: catalogue)
    changeTools {
      $0.quoter = quoter
      $0.payments = payments.gateway(of: catalogue)
    }
  }

  private func changeTools(_ change: (inout HandlerDependencies) -> Void) {
    current.withLock {
      change(&$0.dependencies)
      $0.toolsVersion += 1
    }
  }
}
