package import Rides

/// What the id of an event names: a change of a ride's status, or a receipt of the ride.
package struct EventName: Hashable, Sendable {
  private static let receiptPart = "/receipt"

  package var rideIdentifier: RideIdentifier
  /// Receipts of a ride have numbers of their own.
  package var isReceipt: Bool
  package var number: Int

  /// The name of a receipt.
  package init(receiptOf ride: RideIdentifier, number: Int) {
    rideIdentifier = ride
    isReceipt = true
    self.number = number
  }

  /// Parses `<ride>/<sequence>` or `<ride>/receipt/<number>`; nil for any other text.
  package init?(_ text: String) {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")),
      let number = Int(text[text.index(after: slash)...])
    else { return nil }
    let rest = text[..<slash]
    isReceipt = rest.hasSuffix(Self.receiptPart)
    rideIdentifier = RideIdentifier(
      String(isReceipt ? rest.dropLast(Self.receiptPart.count) : rest))
    self.number = number
  }

  /// The id of the event, and of its message.
  package var text: String {
    "\(rideIdentifier)\(isReceipt ? Self.receiptPart : "")/\(number)"
  }
}
