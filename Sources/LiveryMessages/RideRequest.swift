/// A message to the fleet, as a value.
///
/// The routing key is the `type`; the exchange is that of the sender's role. The body is at most
/// 64 KiB.
public protocol RideRequest: MessageBody {
  /// What the fleet answers if the request was carried out.
  associatedtype Answer: AnswerContent
  /// How it is sent.
  static var way: RequestWay<Answer> { get }
}

extension RideRequest {
  /// The `type` of the message, which is its routing key too.
  public static var type: String { way.type }
  /// Who may send it.
  public static var senders: [Sender] { way.senders }
  /// Whether it only asks, so that it needs a `reply_to`, and a repeat does no harm.
  public static var onlyAsks: Bool { way.onlyAsks }
  /// Whether it needs a `message_id`, by which a repeat is known to be the same request.
  public static var needsMessageIdentifier: Bool { way.needsMessageIdentifier }
  /// Whether a newer message replaces it: a full queue drops the oldest ones, and a repeat is of no
  /// use.
  public static var mayBeLost: Bool { way.mayBeLost }
}

/// How a request is sent, and what answers it.
public struct RequestWay<Answer: AnswerContent>: Sendable {
  let type: String
  let senders: [Sender]
  let onlyAsks: Bool
  let needsMessageIdentifier: Bool
  let mayBeLost: Bool

  init(
    _ type: String, by senders: [Sender] = [.riders], onlyAsks: Bool = false,
    needsMessageIdentifier: Bool = false, mayBeLost: Bool = false
  ) {
    self.type = type
    self.senders = senders
    self.onlyAsks = onlyAsks
    self.needsMessageIdentifier = needsMessageIdentifier
    self.mayBeLost = mayBeLost
  }
}

/// A stage of an intent other than `handle`, such as `confirm`: the same body under another `type`.
public protocol RequestStage: RideRequest {
  /// What all stages say alike.
  associatedtype Intent: MessageBody
  /// What is asked.
  var intent: Intent { get }
  /// The stage of an intent.
  init(_ intent: Intent)
}

extension RequestStage {
  /// Reads a body.
  public init(body: [UInt8]) throws(DecodingFailure) { self.init(try Intent(body: body)) }
  /// The body of the intent.
  public func body() -> [UInt8] { intent.body() }
}

/// The body of a message: JSON in UTF-8.
public protocol MessageBody: Hashable, Sendable {
  /// Reads a body.
  init(body: [UInt8]) throws(DecodingFailure)
  /// The body, without members that have no value.
  func body() -> [UInt8]
}

/// The role of a login: each has an exchange of its own, and no other types go there.
public enum Sender: String, Hashable, Sendable, CaseIterable {
  /// Gateways of riders.
  case riders
  /// Gateways of vehicles.
  case vehicles
  /// The payment system.
  case payments
  /// The operator's staff.
  case operators

  /// The direct exchange to which the role publishes.
  public var exchange: String { "livery.requests.\(rawValue)" }
}

/// A message that the fleet sends unasked: an event, an assignment of a vehicle, or a command to
/// the payment system.
public protocol RideEvent: Hashable, Sendable {
  /// The topic exchange to which the fleet publishes it.
  static var exchange: String { get }
  /// The values of `type` of such messages.
  static var types: [String] { get }
  /// Reads the body of a message with one of these types.
  init(type: String, body: [UInt8]) throws(DecodingFailure)
}

/// Any event that a consumer of `ride.#` on the exchange of events receives.
public enum FleetEvent: RideEvent {
  /// A ride has changed.
  case statusChanged(RideStatusChanged)
  /// What a ride has cost.
  case receiptIssued(RideReceiptIssued)
  /// An event of a later release, which is to be ignored.
  case other(type: String)

  /// The exchange of events.
  public static let exchange = RideStatusChanged.exchange
  /// What the `type` of those messages is that this release knows.
  public static let types = RideStatusChanged.types + RideReceiptIssued.types

  /// Reads the body of an event; that of an unknown type is not looked at.
  public init(type: String, body: [UInt8]) throws(DecodingFailure) {
    self =
      if RideStatusChanged.types.contains(type) {
        .statusChanged(try RideStatusChanged(body: body))
      } else if RideReceiptIssued.types.contains(type) {
        .receiptIssued(try RideReceiptIssued(body: body))
      } else {
        .other(type: type)
      }
  }
}

/// What is wrong with the body of a message, and where.
public struct DecodingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Not UTF-8, or not JSON by RFC 8259.
    case malformed
    /// A value of another type, or a text of another form, than the one expected.
    case wrongType
    /// A required value is absent or null.
    case missing
    /// The type is right and the value is not allowed.
    case outOfRange
    /// Nested deeper than 32 levels.
    case tooDeep
    /// Longer than 1 MiB.
    case tooLarge
    /// The `type` of the message is none of those that are read so.
    case otherType
  }

  /// What kind of mistake it is.
  public var kind: Kind
  /// The value at fault, such as `rideStatus.vehicle.location`; empty for the whole body.
  public var path: String
  /// What was expected and what came.
  public var message: String

  /// A mistake at a path.
  public init(_ kind: Kind, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  /// The kind, the path and the message.
  public var description: String {
    path.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue) at \(path): \(message)"
  }
}
