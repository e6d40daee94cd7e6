import Messages
import RandomFixture
import Rides

/// Writes the messages of a town, as its producers send them.
struct Letters {
  private(set) var written: Int
  private var numbers = SeededNumbers(seed: 1)

  /// Letters of their own numbers, where others have written before.
  init(after written: Int = 0) { self.written = written }

  /// The rider of the last letter: names as scattered as those of real riders, so that an index
  /// meets them in no order.
  var rider: String {
    let scattered = UInt64(truncatingIfNeeded: written) &* 0x9E37_79B9_7F4A_7C15
    return "rider-" + String(scattered >> 28, radix: 16)
  }

  /// A list for a trip from one place to another.
  mutating func list() -> Delivery {
    written += 1
    return letter(
      #"{"riderIdentifier":"\#(rider)","locale":"en_US","#
        + #""pickupLocation":\#(pickup()),"dropOffLocation":\#(dropOff())}"#,
      .listRideOptions)
  }

  /// A booking, each of another rider.
  mutating func booking(
    _ option: String = "Sedan", as type: MessageType = .requestRide
  ) -> Delivery {
    written += 1
    return letter(
      #"{"riderIdentifier":"\#(rider)","locale":"en_US","rideOptionName":"\#(option)","#
        + #""partySize":1,"pickupLocation":\#(pickup()),"dropOffLocation":\#(dropOff()),"#
        + #""paymentMethod":{"type":"applePay"}}"#,
      type)
  }

  /// A booking of a quote of a list, by the same rider and for the same trip.
  mutating func booking(of list: Delivery, quote: Substring) -> Delivery {
    written += 1
    return letter(
      String(decoding: list.body.dropLast(), as: UTF8.self)
        + #","quoteIdentifier":"\#(quote)","partySize":1,"paymentMethod":{"type":"applePay"}}"#,
      .requestRide)
  }

  /// A query of a rider; without a ride, for the current one.
  mutating func query(rider: RiderIdentifier, ride: RideIdentifier? = nil) -> Delivery {
    written += 1
    let named = ride.map { #","rideIdentifier":"\#($0)""# } ?? ""
    return letter(#"{"riderIdentifier":"\#(rider)"\#(named)}"#, .getRideStatus)
  }

  /// The start of updates, to a queue.
  mutating func start(rider: RiderIdentifier, to queue: String) -> Delivery {
    written += 1
    let start = letter(#"{"riderIdentifier":"\#(rider)"}"#, .startUpdates, replyTo: queue)
    var properties = start.properties
    // The commands name an observer without one.
    properties.correlationID = nil
    return start.copy(properties: properties)
  }

  /// The command to tell an observer where a ride stands.
  mutating func updatesDue(_ ride: RideIdentifier, to queue: String) -> Delivery {
    written += 1
    return letter(
      #"{"rideIdentifier":"\#(ride)","replyTo":"\#(queue)"}"#, .updatesDue, replyTo: nil)
  }

  /// The command to look after a ride.
  mutating func due(_ ride: RideIdentifier) -> Delivery {
    written += 1
    return letter(#"{"rideIdentifier":"\#(ride)"}"#, .rideDue, replyTo: nil)
  }

  /// The first report of a vehicle, which has everything in it.
  mutating func arrival(_ number: Int, _ product: String) -> Delivery {
    written += 1
    let point = numbers.point()
    return letter(
      #"{"vehicleIdentifier":"veh-\#(number)","sequence":1,"onDuty":true,"#
        + #""products":["\#(product)"],"capacity":6,"#
        + #""location":{"latitude":\#(point.latitude),"longitude":\#(point.longitude),"#
        + #""course":90},"registrationPlate":"LV \#(number)","manufacturer":"Toyota","#
        + #""model":"Sienna","driver":{"name":"Sam R.","rating":"4.9","#
        + #""phoneNumber":"+13125550100"}}"#,
      .vehicleUpdate, replyTo: nil)
  }

  /// A later report: where the vehicle is now.
  mutating func position(_ number: Int, apart: Bool) -> Delivery {
    written += 1
    let point = numbers.point()
    return letter(
      #"{"vehicleIdentifier":"veh-\#(number)","sequence":\#(written + 1),"#
        + #""location":{"latitude":\#(point.latitude),"longitude":\#(point.longitude),"#
        + #""course":90}}"#,
      apart ? .vehiclePosition : .vehicleUpdate, replyTo: nil)
  }

  private mutating func pickup() -> String { place("Art Institute", near: 41.8796, -87.6237) }

  private mutating func dropOff() -> String { place("O'Hare", near: 41.9742, -87.9073) }

  private mutating func place(
    _ name: String, near latitude: Double, _ longitude: Double
  ) -> String {
    let (north, east) = (numbers.offset(), numbers.offset())
    return #"{"latitude":\#(latitude + north),"longitude":\#(longitude + east),"name":"\#(name)"}"#
  }

  private func letter(
    _ body: String, _ type: MessageType, replyTo: String? = "amq.gen-JzTY20BRgKO-HjmUJj0wLg"
  ) -> Delivery {
    Delivery(
      deliveryTag: UInt64(written), redelivered: false, exchange: type.role.exchange,
      routingKey: type.rawValue,
      properties: MessageProperties(
        contentType: "application/json", deliveryMode: 2, correlationID: "c-\(written)",
        replyTo: replyTo, messageID: "6f1d2c3b-0000-4000-8000-\(100_000_000 + written)",
        type: type.rawValue),
      body: Array(body.utf8))
  }
}
