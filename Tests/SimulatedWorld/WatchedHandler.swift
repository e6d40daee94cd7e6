import Messages
import RideHandlers
import RideStore
import Rides

/// A lane's handler, of which the world notes what has to be published.
final class WatchedHandler: MessageHandler {
  private let handler: any MessageHandler
  private let stage: Stage
  private let caller: Caller

  init(_ handler: any MessageHandler, _ stage: Stage, _ caller: Caller) {
    self.handler = handler
    self.stage = stage
    self.caller = caller
  }

  var family: QueueFamily { handler.family }

  func handle(_ batch: [Delivery], at now: Instant) throws(StoreError) -> [Outcome] {
    let outcomes = try handler.handle(batch, at: now)
    let changes = Set(outcomes.flatMap { $0.publications.compactMap(\.changeIdentifier) })
    stage.with { [caller] world in
      guard !world.isDead(caller), !changes.isEmpty else { return }
      world.broker.handled[caller.seat].append(changes)
    }
    return outcomes
  }

  func checkStore() throws(StoreError) { try handler.checkStore() }

  func undelivered(_ responses: [Publication]) { handler.undelivered(responses) }

  func retry(of response: Publication, causedBy delivery: Delivery) -> Publication? {
    handler.retry(of: response, causedBy: delivery)
  }
}
