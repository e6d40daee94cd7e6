/// The bodies that tests send: two places in Chicago and what is done between them.
enum Bodies {
  static let artInstitute = #"{"latitude":41.8796,"longitude":-87.6237,"name":"Art Institute"}"#
  static let ohare = #"{"latitude":41.9742,"longitude":-87.9073,"name":"O'Hare"}"#
  /// A few hundred meters from the vehicles and from the Art Institute: a trip that takes no time.
  static let hotel = #"{"latitude":41.8829,"longitude":-87.6271,"name":"Hotel"}"#
  /// At O'Hare, a few hundred meters from the drop-off there.
  static let rentals = #"{"latitude":41.9742,"longitude":-87.9003,"name":"Car rental"}"#
  static let london = #"{"latitude":51.5,"longitude":-0.12}"#

  static func list(rider: String = "rider-1", from: String = artInstitute, to: String = ohare)
    -> String
  {
    #"{"riderIdentifier":"\#(rider)","locale":"en_US","pickupLocation":\#(from),"#
      + #""dropOffLocation":\#(to)}"#
  }

  static func booking(
    rider: String, option: String = "Sedan", from: String = artInstitute, to: String = ohare,
    more: String = ""
  ) -> String {
    #"{"riderIdentifier":"\#(rider)","rideOptionName":"\#(option)","pickupLocation":\#(from),"#
      + #""dropOffLocation":\#(to)\#(more)}"#
  }

  static func status(rider: String, ride: String? = nil) -> String {
    let ride = ride.map { #","rideIdentifier":"\#($0)""# } ?? ""
    return #"{"riderIdentifier":"\#(rider)"\#(ride)}"#
  }

  static func vehicle(
    _ name: String, sequence: Int = 1, product: String = "sedan",
    at place: String = #"{"latitude":41.881,"longitude":-87.63}"#
  ) -> String {
    #"{"vehicleIdentifier":"\#(name)","sequence":\#(sequence),"onDuty":true,"#
      + #""products":["\#(product)"],"capacity":4,"#
      + #""location":\#(place),"registrationPlate":"AB 1234","#
      + #""manufacturer":"Toyota","model":"Camry","#
      + #""driver":{"name":"Sam R.","rating":"4.9","phoneNumber":"+13125550100"}}"#
  }

  static func report(_ event: String, ride: String, vehicle: String) -> String {
    #"{"rideIdentifier":"\#(ride)","vehicleIdentifier":"\#(vehicle)","event":"\#(event)","#
      + #""occurredAt":"2026-11-21T05:05:00Z"}"#
  }
}
