package import AMQP
import Catalogues
import Crypto
package import Messages
package import RideHandlers
package import RideStore
package import Rides
import Synchronization

/// The settings of a worker that may change while it runs.
///
/// Connections are made with the values of that moment; handlers read the values between batches.
package final class CurrentSettings: Sendable {
  /// All of it at one moment.
  package struct Values: Sendable {
    package var endpoints: [AMQPEndpoint]
    package var store: StoreLocation
    package var dependencies: HandlerDependencies
    /// Of the catalogue's files.
    package var digest: String
    /// Counts the changes of the dependencies.
    package var dependenciesVersion = 0
  }

  private let current: Mutex<Values>

  /// Starts with the values at the start of the worker.
  package init(
    endpoints: [AMQPEndpoint], store: StoreLocation, dependencies: HandlerDependencies,
    digest: String
  ) {
    current = Mutex(
      Values(endpoints: endpoints, store: store, dependencies: dependencies, digest: digest))
  }

  /// The current values.
  package var values: Values { current.withLock { $0 } }

  func use(_ endpoints: [AMQPEndpoint]) { current.withLock { $0.endpoints = endpoints } }

  func use(_ store: StoreLocation) { current.withLock { $0.store = store } }

  func use(_ keys: [MessageAuthenticationKey]) {
    changeDependencies { $0.quotes = .signed(by: keys) }
  }

  func use(_ catalogue: Catalogue, digest: String, payments: PaymentSystem) {
    let quoter = Quoter(catalogue: catalogue)
    current.withLock { $0.digest = digest }
    changeDependencies {
      $0.quoter = quoter
      $0.payments = payments.gateway(of: catalogue)
    }
  }

  private func changeDependencies(_ change: (inout HandlerDependencies) -> Void) {
    current.withLock {
      change(&$0.dependencies)
      $0.dependenciesVersion += 1
    }
  }
}

/// The handler of a lane, replaced between two batches when the dependencies have changed.
///
/// A handler keeps no state between batches that a restart must not lose.
package final class RenewedHandler: MessageHandler {
  /// Makes the handler over the store session of the lane.
  package typealias Make = (HandlerDependencies, any RideStore) -> any MessageHandler

  private let settings: CurrentSettings
  private let store: any RideStore
  private let make: Make
  private var handler: any MessageHandler
  private var version: Int

  /// Makes the first handler.
  package init(_ settings: CurrentSettings, store: any RideStore, make: @escaping Make) {
    let values = settings.values
    self.settings = settings
    self.store = store
    self.make = make
    handler = make(values.dependencies, store)
    version = values.dependenciesVersion
  }

  package var family: QueueFamily { handler.family }

  package var timeInStore: Duration { store.timeInStore }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let values = settings.values
    if values.dependenciesVersion != version {
      handler = make(values.dependencies, store)
      version = values.dependenciesVersion
    }
    return try handler.handle(batch, at: now)
  }

  package func checkStore() throws(StoreError) { try handler.checkStore() }

  package func undelivered(_ responses: [Publication]) { handler.undelivered(responses) }

  package func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? {
    handler.retry(of: response, causedBy: delivery)
  }
}
