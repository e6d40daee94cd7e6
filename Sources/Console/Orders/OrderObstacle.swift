import JSON
import Rides
import Tool

/// Why a ride does not accept an order now, in one short sentence for those who run the fleet.
struct OrderObstacle {
  let kind: OrderKind
  let ride: Ride

  /// The sentence for the fleet's refusal; where the state of the ride does not explain it, with
  /// the words of the refusal.
  func phrase(of refusal: Refusal) -> Phrase {
    if refusal.reason == .refundUnderWay { return Phrase("why.paying", "A payment is on its way.") }
    return known ?? Phrase("why.other", refusal.message, ["why": .string(refusal.message)])
  }

  /// Of a ride that has nothing to settle.
  static let settled = Phrase("why.settled", "Nothing is outstanding or held.")
  /// Of a ride under way, for an order about what it cost.
  static let notEnded = Phrase("why.notEnded", "The ride has not ended.")
  private static let ended = Phrase("why.ended", "The ride has ended.")
  private static let aboard = Phrase("why.aboard", "The rider is aboard.")

  private var known: Phrase? {
    let (phase, account) = (ride.status.phase, ride.account)
    switch kind {
    case .cancel, .end, .reassign:
      if phase.isFinal { return Self.ended }
      if kind != .cancel, ride.status.vehicle == nil {
        return Phrase("why.noVehicle", "No vehicle has it.")
      }
      if kind == .end { return Phrase("why.notThere", "The vehicle is not at the pickup yet.") }
      return phase == .ongoing ? Self.aboard : nil
    case .adjust, .waive, .settle:
      guard phase.isFinal else { return Self.notEnded }
      if kind == .waive { return Phrase("why.noFee", "There is no fee.") }
      if ride.heldFare != nil { return Phrase("why.held", "Its fare is held: settle it.") }
      return account.bill == nil ? Phrase("why.notBilled", "Nothing was billed.") : nil
    case .refund:
      guard account.refundable.minorUnits == 0 else { return nil }
      let isPaid = account.captured.minorUnits > 0
      return isPaid
        ? Phrase("why.refunded", "The full amount has been refunded.")
        : Phrase("why.notPaid", "Nothing was paid.")
    }
  }
}
