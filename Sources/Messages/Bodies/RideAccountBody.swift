import JSON
import Rides

/// The stored form of a ride's account.
enum RideAccountBody {
  static func write(_ account: RideAccount, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("currencyCode", account.currency.code)
    writer.endObject()
  }

  static func read(
    _ fields: JSONFields, ride: RideIdentifier
  ) throws(JSONFault) -> RideAccount {
    RideAccount(rideIdentifier: ride, currency: try MoneyBody.currency(of: fields))
  }
}
