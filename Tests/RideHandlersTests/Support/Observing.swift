import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Testing

extension World {
  /// So many seconds after noon.
  func at(_ seconds: Double) -> Instant {
    Instant(microseconds: noon.microseconds + Int64(seconds * 1_000_000))
  }

  /// Ticks once and has the commands carried out; gives back what was sent.
  func tick(_ seconds: Double) throws -> [Publication] {
    let now = at(seconds)
    return try UpdatesTick.commands(store, now).flatMap { command in
      let delivery = Delivery(
        deliveryTag: 1, redelivered: false, exchange: command.exchange,
        routingKey: command.routingKey, properties: command.properties, body: command.body)
      let handler = StatusQueryHandler(dependencies: dependencies, store: store)
      return try handler.handle([delivery], at: now).flatMap(\.publications)
    }
  }

  /// A ride with a vehicle that has been confirmed, and its observer since noon.
  func observed() throws -> String {
    _ = try dispatch(.onDuty("veh-7"))
    let ride = try ride()
    let start = try ask(.start(ride))[0]
    #expect(start.code == "success")
    return ride
  }

  /// The subscription of an observer as the store has it.
  func subscription(
    _ ride: String, to queue: String = "replies.test.replies", as correlation: String = "c-1"
  ) throws -> Subscription? {
    let key = SubscriptionKey(
      rideIdentifier: RideIdentifier(ride), replyTo: queue, correlationID: correlation)
    return try store.subscriptions([key])[key]
  }
}

/// The phase that an update shows; nil for the end.
func phase(_ publication: Publication?) -> String? {
  publication.flatMap { decode($0.body)?["rideStatus"] }?["phase"]?.string
}
