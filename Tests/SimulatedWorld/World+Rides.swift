import MemoryStore
import Messages
import RideStore
import Rides

extension World {
  /// A ride, its history, its events and its books agree.
  mutating func checkRide(_ record: RideRecord) {
    let id = record.rideIdentifier
    let history = (try? committed.history(of: id)) ?? []
    if history.map(\.key.sequence) != Array(1...max(1, record.sequence)) {
      object("\(id) is at \(record.sequence) and has \(history.map(\.key.sequence))")
    }
    for (change, next) in zip(history, history.dropFirst())
    where change.phase != next.phase && !change.phase.canMove(to: next.phase) {
      object("\(id) went from \(change.phase) to \(next.phase)")
    }
    if history.last?.phase != record.phase { object("\(id) has a phase without a change") }
    for change in history where self.record.events["\(id)/\(change.key.sequence)"] == nil {
      object("the event \(id)/\(change.key.sequence) was never told")
    }
    guard let ride = try? RideDocument.decode(record.document) else {
      return object("\(id) cannot be read")
    }
    if RideStatusCoding.encodeChange(ride.status) != history.last?.status {
      object("\(id) differs from its last change")
    }
    if ride.status.vehicle?.identifier != record.vehicle || ride.isWaiting != record.isWaiting {
      object("\(id) differs from its columns")
    }
    checkBooks(of: ride)
    checkReceipts(of: ride)
    checkAssignments(of: ride)
    checkWord(of: ride)
    checkStart(of: ride)
    checkCalls(of: ride)
    checkDeadline(of: record)
  }

  private mutating func checkBooks(of document: Ride) {
    let ride = document.status.rideIdentifier
    let entries = (try? committed.ledger(of: ride)) ?? []
    let transactions = Dictionary(grouping: entries, by: \.transaction)
    for (number, lines) in transactions where lines.reduce(0, { $0 + $1.minorUnits }) != 0 {
      object("transaction \(number) of \(ride) does not balance")
    }
    if transactions.keys.sorted() != Array(1..<transactions.count + 1) {
      object("the books of \(ride) have \(transactions.keys.sorted())")
    }
    let owed = entries.filter { $0.account == "riderReceivable" }.reduce(0) { $0 + $1.minorUnits }
    let account = document.account
    let excess = account.charges.filter { $0.purpose == .fare }
      .reduce(0) { $0 + $1.overpaid.minorUnits }
    if owed != account.outstanding.minorUnits - excess {
      object("\(ride) owes \(owed) by its books, and another amount by its account")
    }
  }

  /// A vehicle serves the ride that says so, and no other.
  mutating func checkVehicles(_ rides: [RideRecord]) {
    let stored = (try? committed.vehicles(Producers.vehicles)) ?? [:]
    let serving = rides.filter { $0.vehicle != nil && !$0.phase.isFinal }
    let holders = Dictionary(grouping: serving) { $0.vehicle }
    for (vehicle, rides) in holders {
      guard let vehicle else { continue }
      if rides.count > 1 { object("\(vehicle) serves \(rides.map(\.rideIdentifier))") }
      if stored[vehicle]?.ride != rides.first?.rideIdentifier {
        object("\(vehicle) serves \(rides.map(\.rideIdentifier)) and does not know it")
      }
    }
    for vehicle in stored.values {
      checkPlace(of: vehicle)
      if let ride = vehicle.ride, holders[vehicle.vehicleIdentifier]?.first?.rideIdentifier != ride
      {
        object("\(vehicle.vehicleIdentifier) is held by \(ride), which does not know it")
      }
    }
  }

  /// A rider has one unfinished ride in each place, one for now at most, and five booked ahead.
  mutating func checkSlots(_ rides: [RideRecord]) {
    for (rider, rides) in Dictionary(grouping: rides, by: \.riderIdentifier) {
      let slots = rides.filter { !$0.phase.isFinal }.map { $0.slot ?? -1 }
      let (now, ahead) = (slots.count { 0..<1_000 ~= $0 }, slots.count { 1_000..<2_000 ~= $0 })
      if Set(slots).count < slots.count || slots.contains(-1) || now > 1 || ahead > 5 {
        object("\(rider) has the places \(slots)")
      }
      if rides.contains(where: { $0.phase.isFinal && $0.slot != nil }) {
        object("a finished ride of \(rider) holds a place")
      }
    }
  }
}
