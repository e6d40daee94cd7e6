package import Messages
package import RideHandlers
package import RideStore
package import Rides

/// The handler of a lane, replaced between two batches when the dependencies have changed.
///
/// A handler keeps nothing between batches that a restart could not lose.
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
    version = values.toolsVersion
  }

  package var family: QueueFamily { handler.family }

  package var timeInStore: Duration { store.timeInStore }

  package func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let values = settings.values
    if values.toolsVersion != version {
      handler = make(values.dependencies, store)
      version = values.toolsVersion
    }
    return try handler.handle(batch, at: now)
  }

  package func undelivered(_ responses: [Publication]) { handler.undelivered(responses) }

  package func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? {
    handler.retry(of: response, causedBy: delivery)
  }
}
