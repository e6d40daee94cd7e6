import Messages
import Rides

/// A message as a test writes it; what it does not say has a usual value.
struct Letter {
  var body: String
  var type: String?
  var id: String? = "m-1"
  var replyTo: String? = "replies.test.replies"
  var correlationID: String? = "c-1"
  var headers: [Header] = []
  var redelivered = false
  /// Who sends it, if it is not the first role that may.
  var role: Role?

  init(_ body: String, type: String?) {
    self.body = body
    self.type = type
  }

  /// The message with some of its members changed.
  func with(_ change: (inout Letter) -> Void) -> Letter {
    var letter = self
    change(&letter)
    return letter
  }

  /// The same message with another id.
  func id(_ id: String?) -> Letter { with { $0.id = id } }

  /// The same message, without a reply address.
  var silent: Letter { with { $0.replyTo = nil } }

  /// The same message of the operator's staff.
  var byOperator: Letter { with { $0.role = .operators } }

  func delivery(tag: UInt64 = 1) -> Delivery {
    let role = role ?? type.flatMap { MessageType(rawValue: $0) }?.role ?? .riders
    return Delivery(
      deliveryTag: tag, redelivered: redelivered, exchange: role.exchange,
      routingKey: type ?? "",
      properties: MessageProperties(
        contentType: "application/json", headers: headers, correlationID: correlationID,
        replyTo: replyTo, messageID: id, type: type),
      body: Array(body.utf8))
  }
}

extension Letter {
  static let loop = #"{"latitude":41.8786,"longitude":-87.6251,"name":"Art Institute"}"#
  static let airport = #"{"latitude":41.9742,"longitude":-87.9073,"name":"O'Hare"}"#
  static let midway = #"{"latitude":41.7868,"longitude":-87.7522,"name":"Midway"}"#
  static let gary = #"{"latitude":41.60,"longitude":-87.34}"#

  /// A booking; `more` are further members, each with a comma before it.
  static func booking(
    _ option: String? = "Sedan", rider: String = "rider-42", from pickup: String = loop,
    to dropOff: String = airport, more: String = ""
  ) -> Letter {
    let name = option.map { #","rideOptionName":"\#($0)""# } ?? ""
    let body =
      #"{"riderIdentifier":"\#(rider)","pickupLocation":\#(pickup),"dropOffLocation":\#(dropOff)"#
    return Letter(body + name + more + "}", type: "request-ride.handle")
  }

  /// The request as far as it is known; `members` are JSON, each with a comma before it.
  static func resolve(
    _ members: String = "", _ type: String = "request-ride.resolve"
  ) -> Letter {
    Letter(#"{"riderIdentifier":"rider-42"\#(members)}"#, type: type)
  }

  /// The same message as a confirmation.
  var confirming: Letter {
    with { $0.type = $0.type?.replacing(".handle", with: ".confirm") }
  }

  /// A list of what can be had.
  static func list(from pickup: String = loop, to dropOff: String = airport) -> Letter {
    Letter(
      #"{"riderIdentifier":"rider-42","pickupLocation":\#(pickup),"dropOffLocation":\#(dropOff)}"#,
      type: "list-ride-options.handle")
  }

  /// A query; without a ride, for the rider's current one.
  static func query(_ ride: String?, rider: String = "rider-42") -> Letter {
    let name = ride.map { #","rideIdentifier":"\#($0)""# } ?? ""
    return Letter(#"{"riderIdentifier":"\#(rider)"\#(name)}"#, type: "get-ride-status.handle")
  }

  /// The start of live updates; without a ride, of the rider's current one.
  static func start(_ ride: String? = nil, rider: String = "rider-42") -> Letter {
    query(ride, rider: rider).with { $0.type = "get-ride-status.start-updates" }
  }

  /// The end of live updates.
  static func stop(_ ride: String? = nil, rider: String = "rider-42") -> Letter {
    query(ride, rider: rider).with { $0.type = "get-ride-status.stop-updates" }
  }

  /// The command to tell an observer where a ride stands.
  static func updatesDue(_ ride: String, to queue: String = "replies.test.replies") -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","replyTo":"\#(queue)","correlationIdentifier":"c-1"}"#,
      type: "ride.updates-due"
    ).id("due-1").silent
  }

  /// The command to tell an observer later what its queue has refused.
  static func updatesRefused(_ ride: String) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","replyTo":"replies.test.replies","#
        + #""correlationIdentifier":"c-1","wasRefused":true}"#,
      type: "ride.updates-due"
    ).id("due-1/refused").silent
  }

  /// What a vehicle tells of itself; `members` are JSON, each with a comma before it.
  static func vehicle(_ vehicle: String, _ sequence: Int, _ members: String) -> Letter {
    Letter(
      #"{"vehicleIdentifier":"\#(vehicle)","sequence":\#(sequence)\#(members)}"#,
      type: "vehicle.update"
    ).id(nil).silent
  }

  /// The report of a vehicle's place that may be lost, at a latitude near the Loop.
  static func position(
    _ vehicle: String, _ sequence: Int, latitude: Double, more: String = ""
  ) -> Letter {
    Letter(
      #"{"vehicleIdentifier":"\#(vehicle)","sequence":\#(sequence),"#
        + #""location":{"latitude":\#(latitude),"longitude":-87.63}\#(more)}"#,
      type: "vehicle.position"
    ).id(nil).silent
  }

  /// The first report of a vehicle, complete, at a latitude near the Loop.
  static func onDuty(
    _ vehicle: String, _ product: String = "sedan", latitude: Double = 41.88, capacity: Int = 4
  ) -> Letter {
    .vehicle(
      vehicle, 1,
      #","onDuty":true,"products":["\#(product)"],"capacity":\#(capacity),"#
        + #""location":{"latitude":\#(latitude),"longitude":-87.63,"course":90},"#
        + #""registrationPlate":"AB 1234","model":"Sienna","driver":{"name":"Sam R."}"#)
  }

  /// A driver's report about a ride.
  static func report(
    _ event: String, of ride: String, by vehicle: String, id: String? = nil,
    at occurredAt: Instant = noon
  ) -> Letter {
    Letter(
      #"{"rideIdentifier":"\#(ride)","vehicleIdentifier":"\#(vehicle)","event":"\#(event)","#
        + #""occurredAt":"\#(occurredAt.rfc3339)"}"#,
      type: "ride.update"
    ).id(id ?? "\(event) \(ride) \(vehicle)")
  }

  /// The command to look after a ride.
  static func due(_ ride: String, id: String = "due-1") -> Letter {
    Letter(#"{"rideIdentifier":"\#(ride)"}"#, type: "ride.due").id(id).silent
  }
}
