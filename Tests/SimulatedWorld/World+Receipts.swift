import MemoryStore
import Messages
import RideStore
import Rides

/// The receipts that riders are told.
extension World {
  /// A receipt is of a ride that costs what it says, in the same words each time.
  mutating func checkReceipt(_ event: Publication) {
    let id = event.properties.messageID ?? ""
    if let earlier = record.receipts[id], earlier != event.body {
      object("the receipt \(id) forks")
    }
    guard let name = EventName(id), name.kind == .receipt else {
      return object("a receipt is called \(id)")
    }
    let stored = try? committed.rides([name.rideIdentifier])[name.rideIdentifier]
    guard let stored, let ride = try? RideDocument.decode(stored.document) else {
      if !record.spoilt.contains(name.rideIdentifier) { object("the receipt \(id) is of no ride") }
      return
    }
    let newest = ride.toldReceiptNumber ?? 0
    if newest < name.number { object("the receipt \(id) tells a change that is not stored") }
    guard newest == name.number else { return }
    for (marker, amount) in [
      ("price", ride.account.total), ("outstanding", ride.account.outstanding),
    ]
    where amount.minorUnits != 0 {
      if event.body.text(after: #""\#(marker)":{"amount":""#) != amount.decimalString {
        object("the receipt \(id) differs from the account in \(marker)")
      }
    }
  }

  /// The receipt or the call for help of a letter is published before the letter is acknowledged.
  mutating func checkTold(_ event: Publication, of letter: Producers.Letter) {
    let id = event.properties.messageID ?? ""
    if record.receipts[id] == nil, record.calls[id] == nil {
      object("\(letter.correlation) is acknowledged before \(id)")
    }
  }

  /// The newest receipt of a ride was told.
  mutating func checkReceipts(of ride: Ride) {
    let id = ride.status.rideIdentifier
    guard let number = ride.toldReceiptNumber else { return }
    if record.receipts[EventName(.receipt, of: id, number: number).text] == nil {
      object("the receipt \(number) of \(id) was never told")
    }
  }
}

/// What vehicles are told of their rides.
extension World {
  /// A vehicle is told of a change that is stored, and of a passenger only while it drives.
  mutating func checkAssignment(_ message: Publication) {
    let id = message.properties.messageID ?? ""
    guard let ride = message.body.text(after: "\"rideIdentifier\":\""),
      let vehicle = message.body.text(after: "\"vehicleIdentifier\":\""),
      let sequence = message.body.number(after: "\"sequence\":")
    else { return object("the assignment \(id) names no ride") }
    if message.routingKey != RoutingKey.assignment(of: VehicleIdentifier(vehicle)) {
      object("the assignment \(id) is told to another vehicle")
    }
    let key = StatusChangeKey(rideIdentifier: RideIdentifier(ride), sequence: sequence)
    guard let change = try? committed.statusChanges([key])[key] else {
      return object("the assignment \(id) tells a change that is not stored")
    }
    let drives = change.status.text(after: "\"vehicle\":{\"vehicleIdentifier\":\"") == vehicle
    let isAssigned = message.body.text(after: "\"state\":\"") == "assigned"
    if isAssigned != (drives && !change.phase.isFinal) {
      object("the assignment \(id) differs from the history")
    }
    if !isAssigned, message.body.text(after: "\"riderName\":\"") != nil {
      object("the assignment \(id) names the passenger of a ride that is over")
    }
    if message.properties.expiration == nil { object("the assignment \(id) never expires") }
  }

  /// The vehicle that drives a ride was told of its newest status, and of an ended ride nothing is
  /// kept.
  mutating func checkAssignments(of ride: Ride) {
    let status = ride.status
    let id = status.rideIdentifier
    if status.phase.isFinal, ride.passenger != nil { object("\(id) has ended with its passenger") }
    guard !status.phase.isFinal, !status.isVehicleAsked, let vehicle = status.vehicle?.identifier,
      // Later a repeat tells nothing.
      now < status.updatedAt.advanced(bySeconds: 60)
    else { return }
    let told = record.assignments["\(id)/vehicle/\(status.sequence)"]
    if told != RoutingKey.assignment(of: vehicle) {
      object("\(vehicle) was not told of \(id) at \(status.sequence)")
    }
  }
}
