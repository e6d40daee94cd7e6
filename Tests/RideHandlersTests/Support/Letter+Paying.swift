import JSON
import Messages
import RideStore
import Rides
import Testing

extension Letter {
  /// A booking that is paid with a card of that token.
  static func paid(_ token: String = "pm_1", option: String = "Sedan", more: String = "") -> Letter
  {
    .booking(option, more: #","paymentMethod":{"type":"credit","token":"\#(token)"}"# + more)
  }

  /// What a payment system says of a command.
  static func result(_ key: String, _ outcome: String, of ride: String) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","key":"\#(key)","outcome":"\#(outcome)"}"#,
      type: "payment.result"
    ).id("\(key) \(outcome)").silent
  }

  /// The operator's order to give something back.
  static func refund(
    _ amount: String, of ride: String, currency: String = "USD", id: String = "refund-1"
  ) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","reason":"the detour","#
        + #""amount":{"amount":"\#(amount)","currencyCode":"\#(currency)"}}"#, type: "ride.refund"
    ).id(id)
  }

  /// The operator's word that a ride has been paid in another way.
  static func settle(_ ride: String) -> Letter {
    Letter(#"{"rideIdentifier":"\#(ride)","reason":"paid in cash"}"#, type: "ride.settle")
      .id("settle-1")
  }
}

extension World {
  /// The payment that the stored status of a ride reports, such as `settled 41.75`.
  func payment(_ ride: String) throws -> String? {
    let status = try store.history(of: RideIdentifier(ride)).last?.status
    let payment = status.flatMap(decode)?["completionStatus"]?["payment"]
    guard let state = payment?["state"]?.string else { return nil }
    return "\(state) \(payment?["amount"]?.string ?? "")"
  }

  /// The balance of each account in the books of a ride, none of them nothing.
  func balances(_ ride: String) throws -> [String: Int64] {
    let entries = try store.ledger(of: RideIdentifier(ride))
    return Dictionary(entries.map { ($0.account, $0.minorUnits) }, uniquingKeysWith: +)
      .filter { $0.value != 0 }
  }

  /// Drives a ride from its start to its drop-off, and gives back the report of its end.
  func drive(_ ride: String, by vehicle: String = "veh-7") throws -> Letter {
    let status = try #require(try document(ride)).status
    try move(vehicle, to: status.pickupLocation.coordinate)
    _ = try dispatch(.report("started", of: ride, by: vehicle, at: now))
    if let dropOff = status.dropOffLocation { try move(vehicle, to: dropOff.coordinate) }
    return .report("ended", of: ride, by: vehicle, at: now)
  }
}
