import Fleet
import JSON
import Messages
package import RideStore
package import Rides

extension Command {
  static let ride = Command(
    name: "ride",
    summary: "shows a ride of the store, its history, its receipt and its ledger",
    operand: Operand(name: "ID", summary: "the ride's identifier"),
    options: [.local, OptionRow("--json", "as one JSON object")],
    example: "livery ride t3k5q2yvhm7a",
    settings: [.store],
    endings: [
      Ending(.success, "the ride is shown"), Ending(.failure, "there is no such ride"),
      Ending(.data, "the store has another schema, or the ride cannot be read"),
      .storeAway, .storeDenied, .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let store = try context.openStore()
    let identifier = RideIdentifier(arguments.operand ?? "")
    guard let found = try StoredRide.read(identifier, from: store) else {
      throw ToolError(.failure, "there is no ride \(identifier)")
    }
    context.output.result(
      arguments, json: found.json,
      lines: found.lines(at: context.clock(), TimeFormat(arguments)))
    return .success
  }
}

/// A stored ride, with its history and its ledger.
package struct StoredRide: Sendable {
  package var ride: Ride
  /// Its payments that have not ended, or have failed.
  package var payments: [OpenPayment]
  package var history: [StatusChange]
  package var ledger: [LedgerEntryRecord]

  package init(
    ride: Ride, payments: [OpenPayment] = [], history: [StatusChange], ledger: [LedgerEntryRecord]
  ) {
    self.ride = ride
    self.payments = payments
    self.history = history
    self.ledger = ledger
  }

  /// Reads a ride and all that belongs to it; nil where there is none of that name.
  package static func read(
    _ identifier: RideIdentifier, from store: any RideStore
  ) throws(ToolError) -> StoredRide? {
    let (records, history, ledger) = try ToolError.mapped(
      store: try store.transaction(.read) { () throws(StoreError) in
        (
          try store.rides([identifier]), try store.history(of: identifier),
          try store.ledger(of: identifier)
        )
      })
    return try records[identifier].map { record throws(ToolError) in
      StoredRide(
        ride: try decode(record), payments: record.payments, history: history, ledger: ledger)
    }
  }

  /// The ride of a record.
  package static func decode(_ record: RideRecord) throws(ToolError) -> Ride {
    do throws(JSONFault) {
      return try RideDocument.decode(record.document)
    } catch {
      throw unreadable(record, error)
    }
  }

  static func unreadable(_ record: RideRecord, _ fault: JSONFault) -> ToolError {
    ToolError(.data, "ride \(record.rideIdentifier): the stored document cannot be read: \(fault)")
  }

  /// The ride's facts as of a moment, a line for each change, the payments and the ledger.
  func lines(at now: Instant, _ times: TimeFormat = TimeFormat()) -> [String] {
    facts(at: now, times).map { "\($0.name.leftAligned(in: 10))  \($0.value)" } + ["history"]
      + historyLines(times).map { "  \($0)" }
      + section("receipt", ride.account.receipt?.shown ?? [])
      + section("orders", OrderLines.texts(ride.account))
      + section("open payments", OpenPaymentLines.texts(payments, at: now, times))
      + section("ledger", LedgerLines.texts(ledger, times))
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
  }

  /// Who has ended the ride and why; nil while it is under way.
  var ending: RideEnding? { RideEnding(of: ride) }

  private func facts(at now: Instant, _ times: TimeFormat) -> [(name: String, value: String)] {
    let status = ride.status
    let next = status.phase.isFinal ? "" : EventLine.nextStep(of: status, at: now)
    let held = ride.heldFare.map {
      "\($0.decimalString) \($0.currency.code): \(ride.heldReason ?? "the meter shows it")"
    }
    let driven = ride.driven.map { way in
      "\(Sighting.distance(Int(way.metres.rounded()))) by \(way.positions) positions"
    }
    let slots: [(name: String, value: String)] = [
      ("ride", "\(status.rideIdentifier)"), ("rider", "\(status.riderIdentifier)"),
      ("phase", EventLine.phase(of: status)), ("next", next), ("ended", ending?.shown ?? ""),
      ("area", ride.area),
      ("option", "\(status.rideOption.name) (\(ride.product))"),
      ("price", status.rideOption.priceRange?.shown ?? "by the meter"),
      ("held", held ?? ""), ("start", ride.startCheck?.shown(isHeld: status.isStartHeld) ?? ""),
      ("arrival", ride.arrivalDoubt.map { "no fee: \($0)" } ?? ""),
      ("waited", ride.leftPickupAt.map { "until \(times.text($0)), when the vehicle left" } ?? ""),
      ("absent", ride.watch?.shown(times) ?? ""),
      ("driven", driven ?? ""), ("party", ride.partySize.map { "\($0)" } ?? ""),
      ("pickup", status.pickupLocation.shown),
      ("stops", status.waypoints.map(\.shown).joined(separator: ", ")),
      ("drop-off", status.dropOffLocation?.shown ?? ""),
      ("booked", status.scheduledPickupTime.map { "for \(times.text($0.start))" } ?? ""),
      ("vehicle", EventLine.vehicle(of: status)),
      ("planned", ride.plannedVehicle?.rawValue ?? ""),
      ("declined", ride.declinedBy.map(\.rawValue).joined(separator: ", ")),
      ("created", times.text(ride.createdAt)), ("updated", times.text(status.updatedAt)),
    ]
    return slots.filter { !$0.value.isEmpty }
  }

  /// The ride without what no reader needs, such as the payment's token.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.texts([
        ("area", ride.area), ("product", ride.product.rawValue),
        ("createdAt", ride.createdAt.rfc3339), ("arrivalDoubt", ride.arrivalDoubt),
        ("heldReason", ride.heldReason), ("plannedVehicle", ride.plannedVehicle?.rawValue),
      ])
      if let held = ride.heldFare {
        writer.key("heldFare")
        writer.beginObject()
        writer.key("amount")
        writer.string(held.decimalString)
        writer.key("currencyCode")
        writer.string(held.currency.code)
        writer.endObject()
      }
      writer.key("declinedBy")
      writer.array(ride.declinedBy) { vehicle, writer in writer.string(vehicle.rawValue) }
      writer.key("status")
      RideStatusCoding.write(ride.status.withoutStartCode, into: &writer)
      writer.key("ending")
      RideEnding.write(ending, into: &writer)
      writer.key("history")
      writer.array(history) { change, writer in writer.raw(change.status) }
      writer.key("receipt")
      ReceiptJSON.write(ride.account.receipt, into: &writer)
      writer.key("orders")
      OrderLines.write(ride.account, into: &writer)
      writer.key("helpCalls")
      HelpCallLines.write(ride.helpCalls, into: &writer)
      writer.key("ledger")
      LedgerLines.write(ledger, into: &writer)
      writer.key("openPayments")
      OpenPaymentLines.write(payments, into: &writer)
    }
  }
}
