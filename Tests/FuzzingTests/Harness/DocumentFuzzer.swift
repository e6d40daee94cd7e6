import Messages
import RideHandlers
import RideStore
import Rides

@testable import MemoryStore
@testable import SQLiteStore

/// What the stores hold, damaged: the documents of rides, lists of texts, rows and whole files.
enum DocumentFuzzer {
  static func run(_ input: [UInt8]) throws(Finding) {
    guard case .success(let world) = FuzzedWorld.shared else {
      throw Finding("the harness cannot make its world: \(FuzzedWorld.shared)")
    }
    var reader = FuzzReader(input)
    switch reader.number(below: 8) {
    case 0: try textList(reader.remainder())
    case 1: _ = try? RideDocument.decode(reader.remainder())
    case 2: try DamagedFile.takeRow(&reader, world)
    case 3: try DamagedFile.takeBytes(&reader, world)
    default: try document(&reader, world)
    }
  }

  private static func textList(_ bytes: [UInt8]) throws(Finding) {
    guard let texts = TextList.decode(bytes) else { return }
    var list: [UInt8] = []
    TextList.append(texts, to: &list)
    try hold(TextList.decode(list) == texts, "a list has two readings")
  }

  /// A ride whose document is damaged is told and changed as far as it can be read, and nothing
  /// else.
  private static func document(
    _ reader: inout FuzzReader, _ world: FuzzedWorld
  ) throws(Finding) {
    let ride = RideIdentifier(reader.pick(world.rides))
    guard var record = world.tables.rides[ride] else { return }
    record.document = Damage.apply(to: record.document, &reader)
    if let damaged = try? RideDocument.decode(record.document) {
      let again = try? RideDocument.decode(RideDocument.encode(damaged))
      try hold(again == damaged, "a ride reads otherwise after it was written")
    }
    var tables = world.tables
    tables.rides[ride] = record
    let database = MemoryDatabase(busyTimeout: .zero)
    guard (try? database.acquireWriter()) != nil else { return }
    database.releaseWriter(tables)
    for message in messages(of: record) {
      let family = message.type.family
      let delivery = Delivery(
        deliveryTag: 1, redelivered: false, exchange: message.type.role.exchange,
        routingKey: message.type.rawValue,
        properties: MessageProperties(
          replyTo: message.type.role == .fleet ? nil : "amq.gen-r",
          messageID: message.type.rawValue, type: message.type.rawValue),
        body: Array(message.body.utf8))
      let outcomes = try? world.handler(family, database).handle(
        [delivery], at: FuzzedWorld.noon.advanced(bySeconds: 600))
      // A store that cannot be read is an error, and no answer.
      if let outcomes { try hold(outcomes.count == 1, "one message, \(outcomes.count) outcomes") }
    }
  }

  private static func messages(of ride: RideRecord) -> [(type: MessageType, body: String)] {
    let name = #""rideIdentifier":"\#(ride.rideIdentifier)""#
    let rider = #"{"riderIdentifier":"\#(ride.riderIdentifier)",\#(name)"#
    let vehicle = ride.vehicle?.rawValue ?? "veh-1"
    let report = #"{\#(name),"vehicleIdentifier":"\#(vehicle)","occurredAt":"2027-01-15T08:09:00Z""#
    let dollar = #"{"amount":"1.00","currencyCode":"USD"}"#
    return [
      (.getRideStatus, rider + "}"),
      (.rideDue, "{\(name)}"),
      (
        .paymentResult,
        #"{\#(name),"key":"\#(ride.rideIdentifier):fare:capture:1","#
          + #""outcome":"approved"}"#
      ),
      (.rideUpdate, report + #","event":"arrived"}"#),
      (.rideUpdate, report + #","event":"ended","meteredFare":\#(dollar)}"#),
      (.rideRefund, #"{\#(name),"reason":"r","amount":\#(dollar)}"#),
      (.sendRideFeedback, rider + #","rating":5,"tip":\#(dollar)}"#),
      (.cancelRideConfirm, rider + "}"),
      (.cancelRide, rider + "}"),
      (.rideSettlement, #"{\#(name),"reason":"r"}"#),
      (.rideWaiver, #"{\#(name),"author":"a","reason":"r"}"#),
      (.rideEnd, #"{\#(name),"author":"a","reason":"r"}"#),
      (.rideReassignment, #"{\#(name),"author":"a","reason":"r"}"#),
      (
        .rideAdjustment,
        #"{\#(name),"author":"a","reason":"r","fare":{"amount":"1.00","currencyCode":"USD"}}"#
      ),
      (.rideDue, "{\(name)}"),
      (.startUpdates, rider + "}"),
    ]
  }
}
