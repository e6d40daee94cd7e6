import JSON
import Messages
import RideStore
import Rides
import Tool

/// The page of a ride: what it is, how it went, what it cost, and what can be ordered for it.
struct RideView {
  let stored: StoredRide
  let orders: [OrderOption]
  /// How many are sent its updates.
  let observers: Int
  /// As its rider gets it; nil before the end, and while the fare is held.
  let receipt: JSONValue?

  /// The page with personal data, or without.
  init(
    _ stored: StoredRide, orders: RideOrders, observers: Int = 0, maySeePersonal: Bool
  ) {
    self.observers = observers
    // What can be ordered is asked of the ride as it is.
    self.orders = orders.options
    self.stored = maySeePersonal ? stored : stored.masked
    let receipt = orders.receipt
    self.receipt = maySeePersonal ? receipt : receipt?.without(Self.hints)
  }

  private var ride: Ride { stored.ride }

  /// The whole page.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.key("ride")
      writer.object { writeRide(into: &$0) }
      writer.key("timeline")
      writer.objects(RideTimeline(of: stored).entries) { $0.write(into: &$1) }
      if let receipt {
        writer.key("receipt")
        writer.value(receipt)
      }
      writer.key("ledger")
      writer.objects(stored.ledger, Self.write)
      writer.key("payments")
      writer.objects(stored.payments) { payment, writer in
        writer.texts([
          ("key", payment.key), ("kind", payment.kind.rawValue), ("state", payment.state.rawValue),
          ("since", payment.since.rfc3339),
        ])
      }
      writer.member("observers", observers)
      writer.key("doubts")
      writer.array(doubts) { $1.string($0) }
      writer.key("orders")
      writer.objects(orders) { $0.write(into: &$1) }
    }
  }

  /// What leads to the rider, and to a means of payment.
  private static let hints: Set<String> = ["riderIdentifier", "name", "identificationHint"]

  private func writeRide(into writer: inout JSONWriter) {
    RideItem(ride: ride, updatedAt: ride.status.updatedAt).write(into: &writer)
    writer.texts([
      ("product", ride.product.rawValue), ("arrivedAt", ride.arrivedAt?.rfc3339),
      ("startedAt", ride.startedAt?.rfc3339), ("endedAt", ride.endedAt?.rfc3339),
      ("plannedVehicleIdentifier", ride.plannedVehicle?.rawValue),
    ])
    writer.member("outstanding", ride.account.bill == nil ? nil : ride.account.outstanding)
    if let party = ride.partySize { writer.member("partySize", party) }
    writePassenger(into: &writer)
    if let driven = ride.driven { writer.member("drivenMetres", Int(driven.metres.rounded())) }
    writer.key("declinedBy")
    writer.array(ride.declinedBy) { $1.string($0.rawValue) }
    writer.key("status")
    RideStatusCoding.write(ride.status.withoutStartCode, into: &writer)
  }

  private func writePassenger(into writer: inout JSONWriter) {
    guard let passenger = ride.passenger else { return }
    writer.key("passenger")
    writer.object {
      $0.texts([
        ("name", passenger.name), ("phoneNumber", passenger.phoneNumber), ("note", passenger.note),
      ])
    }
  }

  /// What contradicts the reports of the ride, or its price.
  var doubts: [String] {
    [
      ride.heldFare.map {
        "\($0.decimalString) \($0.currency.code) is held: "
          + (ride.heldReason ?? "more than expected")
      },
      ride.status.isStartHeld ? "the start is held: too many wrong start codes" : nil,
      ride.arrivalDoubt.map { "the arrival costs nothing: \($0)" },
      ride.boardingDoubt.map { "the rider may not have come aboard: \($0)" },
      ride.leftPickupAt.map { "the vehicle left the pickup at \($0.rfc3339)" },
    ].compactMap(\.self)
  }

  private static func write(_ entry: LedgerEntryRecord, into writer: inout JSONWriter) {
    writer.member("transaction", entry.transaction)
    writer.texts([
      ("account", entry.account), ("reason", entry.reason), ("at", entry.occurredAt.rfc3339),
    ])
    writer.key("amount")
    writer.object {
      $0.texts([
        ("amount", entry.amount?.decimalString ?? "\(entry.minorUnits)"),
        ("currencyCode", entry.currencyCode),
      ])
    }
  }
}

extension JSONValue {
  /// Without members of these names, at any depth.
  fileprivate func without(_ names: Set<String>) -> JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.filter { !names.contains($0.key) }.mapValues { $0.without(names) })
    case .array(let values): .array(values.map { $0.without(names) })
    default: self
    }
  }
}
