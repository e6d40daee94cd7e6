import Fleet
import JSON
import Messages
import RideStore
import Rides

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
struct StoredRide: Sendable {
  let ride: Ride
  /// Its payments that have not ended, or have failed.
  var payments: [OpenPayment] = []
  let history: [StatusChange]
  let ledger: [LedgerEntryRecord]

  static func read(
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
  static func decode(_ record: RideRecord) throws(ToolError) -> Ride {
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

extension StoredRide {
  /// A line for each change of the ride, each order of the operator's staff and each call for help,
  /// by time.
  func historyLines(_ times: TimeFormat = TimeFormat()) -> [String] {
    let orders = [RideAccount.OrderKind.refund, .settlement].flatMap { kind in
      ride.account[kind].compactMap { order in
        order.at.map { ($0, Self.line(of: order, kind, at: times.text($0))) }
      }
    }
    let calls = ride.helpCalls.map {
      ($0.calledAt, HelpCallLines.text($0, at: times.text($0.calledAt)))
    }
    let lines = Array(zip(history.map(\.occurredAt), changeLines(times))) + orders + calls
    return lines.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  private static func line(
    of order: RideAccount.Order, _ kind: RideAccount.OrderKind, at time: String
  ) -> String {
    [
      time, "    \(order.deed?.rawValue ?? kind.rawValue) by \(order.author ?? "the operator")",
      order.reason ?? "",
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A line for each change of the ride; one that the rider has changed shows how, the first at its
  /// end who has ended it, and one that seeks a vehicle again which has left it.
  private func changeLines(_ times: TimeFormat) -> [String] {
    var last: RideStatus?
    return history.map { change in
      let status = try? RideStatusCoding.decode(change.status)
      defer { last = status ?? last }
      let phase = status.map { EventLine.phase(of: $0) } ?? change.phase.rawValue
      let isEnd = change.phase.isFinal && last?.phase.isFinal != true
      let hasLost = change.phase == .received && last?.vehicle != nil
      let notes = [
        status.map { EventLine.detail(of: $0) },
        last.flatMap { last in status.map { $0.changes(from: last, times) } },
        isEnd ? ending?.shown : nil,
        hasLost ? last.map { "no longer with \(EventLine.vehicle(of: $0))" } : nil,
      ].compactMap(\.self).filter { !$0.isEmpty }
      let number = "\(change.key.sequence)".rightAligned(in: 3)
      return (["\(times.text(change.occurredAt))  \(number) \(phase)"] + notes)
        .joined(separator: "  ")
    }
  }
}
