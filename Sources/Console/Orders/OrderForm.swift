import JSON
import Messages
import Rides
import Tool

/// What an operator has filled in to order something for a ride.
struct OrderForm: Hashable {
  /// What is ordered, with what that kind of order has.
  enum Deed: Hashable {
    case cancel
    case end(fare: Money?)
    case reassign(to: VehicleIdentifier?)
    case adjust(fare: Money)
    case waive
    case refund(Money)
    case settle(fare: Money?)
  }

  let kind: OrderKind
  let deed: Deed
  let ride: RideIdentifier
  let reason: String
  /// What names the form, made when it was shown: the same one sent twice is one order.
  let token: String

  private static let members = [
    "kind", "rideIdentifier", "reason", "amount", "vehicleIdentifier", "order",
  ]

  /// Reads a form; what a kind of order does not have is a mistake, not left out.
  init(_ fields: JSONFields) throws(JSONFault) {
    if let name = fields.firstName(besides: Self.members) {
      throw JSONFault(.outOfRange, path: name, "expected a member of an order")
    }
    let kind = try Self.kind(fields)
    self.kind = kind
    ride = RideIdentifier(try Self.text("rideIdentifier", atMost: 128, fields))
    reason = try Self.text("reason", atMost: 512, fields)
    token = try Self.token(fields)
    deed = try Self.deed(kind, fields)
    let isOfVehicle = if case .reassign = deed { true } else { false }
    if !isOfVehicle, fields.has("vehicleIdentifier") {
      throw JSONFault(.outOfRange, path: "vehicleIdentifier", "only a reassignment has a vehicle")
    }
    if [.cancel, .reassign, .waive].contains(kind), fields.has("amount") {
      throw JSONFault(.outOfRange, path: "amount", "such an order has no amount")
    }
  }

  private static func deed(
    _ kind: OrderKind, _ fields: JSONFields
  ) throws(JSONFault) -> Deed {
    let amount = try fields.object("amount").map(amount)
    switch kind {
    case .cancel: return .cancel
    case .waive: return .waive
    case .end: return .end(fare: amount)
    case .settle: return .settle(fare: amount)
    case .adjust: return .adjust(fare: try fields.require("amount", amount))
    case .refund: return .refund(try fields.require("amount", amount))
    case .reassign:
      let vehicle = try fields.string("vehicleIdentifier", atMost: 128)
      return .reassign(to: vehicle.map { VehicleIdentifier($0) })
    }
  }

  private static func kind(_ fields: JSONFields) throws(JSONFault) -> OrderKind {
    guard let kind = OrderKind(rawValue: try text("kind", atMost: 32, fields)) else {
      let kinds = OrderKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw JSONFault(.outOfRange, path: "kind", "expected one of \(kinds)")
    }
    return kind
  }

  private static func text(
    _ name: String, atMost limit: Int, _ fields: JSONFields
  ) throws(JSONFault) -> String {
    let text = try fields.require(name, try fields.string(name, atMost: limit))
    guard !text.isEmpty else { throw fields.missing(name) }
    return text
  }

  /// At least 16 characters, so that two forms never have the same by chance.
  private static func token(_ fields: JSONFields) throws(JSONFault) -> String {
    let token = try text("order", atMost: 64, fields)
    guard token.utf8.count >= 16,
      token.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 })
    else {
      throw JSONFault(.outOfRange, path: "order", "expected 16 to 64 characters of a-z and 0-9")
    }
    return token
  }

  private static func amount(_ fields: JSONFields) throws(JSONFault) -> Money {
    let code = try fields.require("currencyCode", try fields.string("currencyCode", atMost: 3))
    let text = try fields.require("amount", try fields.string("amount", atMost: 32))
    guard let currency = Currency(code) else {
      throw JSONFault(.outOfRange, path: fields.path(to: "currencyCode"), "expected a currency")
    }
    do throws(MoneyError) {
      return try Money(decimal: text, currency: currency)
    } catch {
      throw JSONFault(.outOfRange, path: fields.path(to: "amount"), "\(error)")
    }
  }

  /// Its fare, or what is given back; nil without one.
  var amount: Money? {
    switch deed {
    case .end(let fare), .settle(let fare): fare
    case .adjust(let amount), .refund(let amount): amount
    case .cancel, .reassign, .waive: nil
    }
  }

  /// What the audit has of it, besides ride and reason.
  func detail(of account: String) -> String {
    [kind.rawValue, amount?.shown, messageIdentifier(of: account)].compactMap(\.self)
      .joined(separator: " ")
  }

  /// The id of the message: of the account and the form, so that a form is one order however often
  /// it is sent, and never one of another account.
  func messageIdentifier(of account: String) -> String { "livery-console-\(account)-\(token)" }

  /// What is ordered, in the name of an account; the rider is that of the ride.
  func intent(by account: String, for rider: RiderIdentifier) -> Intent {
    switch deed {
    case .cancel:
      .cancelRide(
        CancelRideIntent(riderIdentifier: rider, rideIdentifier: ride, reason: reason))
    case .end(let fare):
      .rideEnd(RideEnd(rideIdentifier: ride, author: account, reason: reason, fare: fare))
    case .reassign(let vehicle):
      .rideReassignment(
        RideReassignment(
          rideIdentifier: ride, author: account, reason: reason, plannedVehicleIdentifier: vehicle))
    case .adjust(let fare):
      .rideAdjustment(
        RideAdjustment(rideIdentifier: ride, author: account, reason: reason, fare: fare))
    case .waive: .rideWaiver(RideWaiver(rideIdentifier: ride, author: account, reason: reason))
    case .refund(let amount):
      .rideRefund(
        RideRefund(rideIdentifier: ride, amount: amount, reason: reason, author: account))
    case .settle(let fare):
      .rideSettlement(
        RideSettlement(rideIdentifier: ride, reason: reason, fare: fare, author: account))
    }
  }
}
