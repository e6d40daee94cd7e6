/// A message to the fleet, with what its sender has to know to publish it.
///
/// The routing key is the `type`; the exchange is that of the sender's role. The body is at most
/// 64 KiB.
public protocol RideRequest: MessageBody {
  /// What the fleet answers.
  associatedtype Answer: RideAnswer
  /// The `type` of the message, which is its routing key too.
  static var type: String { get }
  /// Who may send it.
  static var senders: [Sender] { get }
  /// Whether it only asks, so that it needs a `reply_to`, and a repeat does no harm.
  static var onlyAsks: Bool { get }
  /// Whether it needs a `message_id`, by which a repeat is known to be the same request.
  static var needsMessageIdentifier: Bool { get }
}

extension RideRequest {
  /// Most are sent for riders.
  public static var senders: [Sender] { [.riders] }
  /// False for what changes something.
  public static var onlyAsks: Bool { false }
  /// False for what may be repeated without harm.
  public static var needsMessageIdentifier: Bool { false }
}

/// A stage of an intent other than `handle`, such as `confirm`: the same body under another `type`.
public protocol RequestStage: RideRequest {
  associatedtype Intent: MessageBody
  var intent: Intent { get }
  init(_ intent: Intent)
}

extension RequestStage {
  /// Every stage but `handle` only asks.
  public static var onlyAsks: Bool { true }
  public init(body: [UInt8]) throws(DecodingFailure) { self.init(try Intent(body: body)) }
  public func body() -> [UInt8] { intent.body() }
}

/// What is sent as the body of a message: JSON in UTF-8.
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

/// What the fleet answers to a request, in a message with the request's `correlation_id`.
public protocol RideAnswer: Hashable, Sendable {
  /// How it went.
  var code: ResponseCode { get }
  /// Why the request was not carried out; nil where it was.
  var failure: RequestFailure? { get }
  /// Reads the body of an answer; its `type` is that of the request with `.response` after it.
  init(type: String, body: [UInt8]) throws(DecodingFailure)
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

  public var kind: Kind
  /// The value at fault, such as `rideStatus.vehicle.location`; empty for the whole body.
  public var path: String
  /// What was expected and what came.
  public var message: String

  public init(_ kind: Kind, path: String = "", _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  public var description: String {
    path.isEmpty ? "\(kind.rawValue): \(message)" : "\(kind.rawValue) at \(path): \(message)"
  }
}
