import JSON
import Messages
import RideHandlers
import RideStore
import Rides
import Synchronization

@testable import MemoryStore

/// The vehicles that the handlers see.
final class SupplyHolder: Sendable {
  private let box = Mutex(Supply(takenAt: FuzzedWorld.noon, entries: []))

  var supply: Supply { box.withLock { $0 } }

  func hold(_ supply: Supply) { box.withLock { $0 = supply } }
}

extension FuzzedWorld {
  /// Brings rides of five riders into the states that messages can speak of.
  struct Setting {
    let dependencies: HandlerDependencies
    let box: SupplyHolder
    let database = MemoryDatabase(busyTimeout: .zero)

    struct Mistake: Error { let outcome: Outcome? }

    func prepare() throws {
      try placeVehicles()
      // Near the vehicles, so that its end is believed.
      let driven = try book(
        "rider-1", "Sedan", #","paymentMethod":{"type":"credit","token":"pm"}"#, to: Self.hotel,
        at: -300)
      for event in ["approaching", "arrived", "started"] { try report(event, driven, at: -300) }
      try report("ended", driven)
      let onTrip = try book(
        "rider-2", "Sedan", #","paymentMethod":{"type":"applePay","token":"pm"}"#)
      for event in ["arrived", "started"] { try report(event, onTrip) }
      _ = try book("rider-3", "Taxi")
      _ = try book(
        "rider-4", "Sedan", #","scheduledPickupTime":{"start":"2027-01-16T15:00:00Z"}"#)
      let cancelled = try book("rider-5", "SUV", #","partySize":2"#)
      _ = try take(
        "cancel-ride.handle",
        #"{"riderIdentifier":"rider-5","rideIdentifier":"\#(cancelled)"}"#, .requestRide)
      _ = try take(
        "get-ride-status.start-updates",
        #"{"riderIdentifier":"rider-2","rideIdentifier":"\#(onTrip)"}"#, .statusQuery)
      see()
    }

    /// The token of the first quote of a list.
    func token() throws -> String {
      let outcome = try take(
        "list-ride-options.handle",
        #"{"riderIdentifier":"rider-3","pickupLocation":\#(Self.loop),"#
          + #""dropOffLocation":\#(Self.airport)}"#, .listOptions)
      guard let token = outcome.answer?["rideOptions"]?[0]?["quoteIdentifier"]?.string else {
        throw Mistake(outcome: outcome)
      }
      return token
    }

    private static let loop = #"{"latitude":41.8786,"longitude":-87.6251}"#
    private static let hotel = #"{"latitude":41.8829,"longitude":-87.6271}"#
    private static let airport = #"{"latitude":41.9742,"longitude":-87.9073}"#

    private func placeVehicles() throws {
      let kinds = ["sedan", "suv", "taxi", "accessible", "sedan"]
      for (index, kind) in kinds.enumerated() {
        _ = try take(
          "vehicle.update",
          #"{"vehicleIdentifier":"veh-\#(index + 1)","sequence":1,"onDuty":true,"#
            + #""products":["\#(kind)"],"capacity":4,"driver":{"name":"Sam"},"#
            + #""location":{"latitude":41.88\#(index),"longitude":-87.63,"course":90}}"#,
          .dispatch)
      }
      see()
    }

    private func book(
      _ rider: String, _ option: String, _ more: String = "", to place: String = Self.airport,
      at seconds: Int = 0
    ) throws -> String {
      let outcome = try take(
        "request-ride.handle",
        #"{"riderIdentifier":"\#(rider)","rideOptionName":"\#(option)","#
          + #""pickupLocation":\#(Self.loop),"dropOffLocation":\#(place)\#(more)}"#,
        .requestRide, at: seconds)
      guard let ride = outcome.answer?["rideStatus"]?["rideIdentifier"]?.string else {
        throw Mistake(outcome: outcome)
      }
      return ride
    }

    private func report(_ event: String, _ ride: String, at seconds: Int = 0) throws {
      guard let vehicle = database.tables.rides[RideIdentifier(ride)]?.vehicle else {
        throw Mistake(outcome: nil)
      }
      _ = try take(
        "ride.update",
        #"{"rideIdentifier":"\#(ride)","vehicleIdentifier":"\#(vehicle)","event":"\#(event)","#
          + #""occurredAt":"2027-01-15T08:00:00Z"}"#, .dispatch, at: seconds)
    }

    /// Has a message handled so many seconds after noon.
    private func take(
      _ type: String, _ body: String, _ family: QueueFamily, at seconds: Int = 0
    ) throws -> Outcome {
      let store = MemoryStore(database)
      let handler: any MessageHandler =
        switch family {
        case .listOptions: ListOptionsHandler(dependencies: dependencies)
        case .requestRide: RequestRideHandler(dependencies: dependencies, store: store)
        case .statusQuery: StatusQueryHandler(dependencies: dependencies, store: store)
        case .dispatch: DispatchHandler(dependencies: dependencies, store: store)
        }
      let delivery = Delivery(
        deliveryTag: 1, redelivered: false,
        exchange: MessageType(rawValue: type)?.role.exchange ?? "",
        routingKey: type,
        properties: MessageProperties(
          contentType: "application/json", correlationID: "c", replyTo: "amq.gen-r",
          messageID: "m \(database.tables.outcomes.count)", type: type),
        body: Array(body.utf8))
      let outcome = try handler.handle(
        [delivery], at: FuzzedWorld.noon.advanced(bySeconds: seconds))[0]
      guard outcome.note.error == nil else { throw Mistake(outcome: outcome) }
      return outcome
    }

    /// Lets the handlers see the vehicles as they are now.
    private func see() {
      let entries = database.tables.vehicles.values.compactMap {
        $0.supplyEntry(at: FuzzedWorld.noon)
      }
      box.hold(Supply(takenAt: FuzzedWorld.noon, entries: entries))
    }
  }
}

extension Outcome {
  /// The response to the requester.
  var responses: [Publication] { publications.filter { $0.exchange == Exchange.default } }

  /// The body of the response, if it is JSON.
  var answer: JSONValue? {
    responses.first.flatMap { try? JSONValue(parsing: $0.body, limits: .stored) }
  }
}
