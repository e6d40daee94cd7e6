// Written from Messages by Tests/Lab/messages: change that, not this.

/// One change of a ride: a CloudEvent 1.0 in structured mode.
public struct RideStatusChanged: RideEvent, MessageBody, EventObject {
  /// The exchange to which it is published.
  public static let exchange = "livery.events"
  /// What the `type` of the message is.
  public static let types = ["livery.ride.status-changed.v1"]

  /// The same whenever the change is published again.
  public var id: String
  /// The ride, within which `sequence` counts.
  public var source: String
  /// The ride; 1 to 128 bytes.
  public var subject: String
  /// When the ride changed.
  public var time: Instant
  /// The sequence of the ride as a text that sorts as the numbers do; without a gap.
  public var sequence: String
  /// The trace of the request, by W3C Trace Context.
  public var traceparent: String?
  /// The state of that trace.
  public var tracestate: String?
  /// The vehicle whose driver is asked; 1 to 128 bytes.
  public var askedvehicle: String?
  /// The whole ride after the change.
  public var data: RideStatus

  /// Of its members.
  public init(
    id: String, source: String, subject: String, time: Instant, sequence: String,
    traceparent: String? = nil, tracestate: String? = nil, askedvehicle: String? = nil,
    data: RideStatus
  ) {
    self.id = id
    self.source = source
    self.subject = subject
    self.time = time
    self.sequence = sequence
    self.traceparent = traceparent
    self.tracestate = tracestate
    self.askedvehicle = askedvehicle
    self.data = data
  }

  static let blank = RideStatusChanged(
    id: .blank, source: .blank, subject: .blank, time: .blank, sequence: .blank, data: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("specversion", only: "1.0")
    try member("id", &id)
    try member("source", &source)
    try member("type", only: "livery.ride.status-changed.v1")
    try member("subject", &subject)
    try member("time", &time)
    try member("datacontenttype", only: "application/json")
    try member("sequence", &sequence)
    try member("traceparent", &traceparent)
    try member("tracestate", &tracestate)
    try member("askedvehicle", &askedvehicle)
    try member("data", &data)
  }
}

/// A receipt of a ride: a CloudEvent 1.0 in structured mode.
public struct RideReceiptIssued: RideEvent, MessageBody, EventObject {
  /// The exchange to which it is published.
  public static let exchange = "livery.events"
  /// What the `type` of the message is.
  public static let types = ["livery.ride.receipt.v1"]

  /// The same whenever the receipt is published again; its last part is the `number`.
  public var id: String
  /// The ride.
  public var source: String
  /// The ride; 1 to 128 bytes.
  public var subject: String
  /// When the ride came to cost this.
  public var time: Instant
  /// The trace of the request, by W3C Trace Context.
  public var traceparent: String?
  /// The state of that trace.
  public var tracestate: String?
  /// The whole receipt.
  public var data: RideReceipt

  /// Of its members.
  public init(
    id: String, source: String, subject: String, time: Instant, traceparent: String? = nil,
    tracestate: String? = nil, data: RideReceipt
  ) {
    self.id = id
    self.source = source
    self.subject = subject
    self.time = time
    self.traceparent = traceparent
    self.tracestate = tracestate
    self.data = data
  }

  static let blank = RideReceiptIssued(
    id: .blank, source: .blank, subject: .blank, time: .blank, data: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("specversion", only: "1.0")
    try member("id", &id)
    try member("source", &source)
    try member("type", only: "livery.ride.receipt.v1")
    try member("subject", &subject)
    try member("time", &time)
    try member("datacontenttype", only: "application/json")
    try member("traceparent", &traceparent)
    try member("tracestate", &tracestate)
    try member("data", &data)
  }
}

/// A call for help: a CloudEvent 1.0 in structured mode.
public struct RideSOSCalled: RideEvent, MessageBody, EventObject {
  /// The exchange to which it is published.
  public static let exchange = "livery.help"
  /// What the `type` of the message is.
  public static let types = ["livery.ride.sos.v1"]

  /// The same whenever the call is published again; its last part is the `number`.
  public var id: String
  /// The ride.
  public var source: String
  /// The ride; 1 to 128 bytes.
  public var subject: String
  /// When the call came.
  public var time: Instant
  /// The trace of the request, by W3C Trace Context.
  public var traceparent: String?
  /// The state of that trace.
  public var tracestate: String?
  /// The call, and the ride.
  public var data: RideSOS

  /// Of its members.
  public init(
    id: String, source: String, subject: String, time: Instant, traceparent: String? = nil,
    tracestate: String? = nil, data: RideSOS
  ) {
    self.id = id
    self.source = source
    self.subject = subject
    self.time = time
    self.traceparent = traceparent
    self.tracestate = tracestate
    self.data = data
  }

  static let blank = RideSOSCalled(
    id: .blank, source: .blank, subject: .blank, time: .blank, data: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("specversion", only: "1.0")
    try member("id", &id)
    try member("source", &source)
    try member("type", only: "livery.ride.sos.v1")
    try member("subject", &subject)
    try member("time", &time)
    try member("datacontenttype", only: "application/json")
    try member("traceparent", &traceparent)
    try member("tracestate", &tracestate)
    try member("data", &data)
  }
}
