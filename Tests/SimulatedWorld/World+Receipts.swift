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
    guard let name = EventName(id), name.isReceipt else {
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

  /// The receipt of a letter is published before the letter is acknowledged.
  mutating func checkTold(_ receipt: Publication, of letter: Producers.Letter) {
    let id = receipt.properties.messageID ?? ""
    if record.receipts[id] == nil {
      object("\(letter.correlation) is acknowledged before the receipt \(id)")
    }
  }

  /// The newest receipt of a ride was told.
  mutating func checkReceipts(of ride: Ride) {
    let id = ride.status.rideIdentifier
    guard let number = ride.toldReceiptNumber else { return }
    if record.receipts[EventName(receiptOf: id, number: number).text] == nil {
      object("the receipt \(number) of \(id) was never told")
    }
  }
}
