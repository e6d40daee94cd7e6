import JSON
import Rides

/// The stored form of what a vehicle is told of its passenger.
enum PassengerCoding {
  static func write(_ passenger: Passenger, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("passengerName", passenger.name)
    writer.member("phoneNumber", passenger.phoneNumber)
    writer.member("note", passenger.note)
    if passenger.isGuest { writer.member("isGuest", true) }
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> Passenger {
    Passenger(
      name: try fields.storedText("passengerName"),
      phoneNumber: try fields.storedText("phoneNumber"), note: try fields.storedText("note"),
      isGuest: try fields.bool("isGuest") ?? false)
  }
}
