// Written from Objects/payment-command.toml by Tests/Lab/messages: change that, not this.

import JSON
import Rides

/// The wire form of a command to a payment system.
enum PaymentCommandCoding {
  /// Writes one object.
  static func write(_ value: PaymentCommand, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", value.key)
    writer.member("operation", value.operation.rawValue)
    writer.member("rideIdentifier", value.rideIdentifier.rawValue)
    if let amount = value.amount { MoneyCoding.writeMembers("amount", amount, into: &writer) }
    writer.member("paymentMethod", value.method, by: PaymentMethodCoding.writeWhole)
    writer.member("reference", value.reference)
    writer.endObject()
  }
}
