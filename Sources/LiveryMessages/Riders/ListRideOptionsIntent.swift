// Written from Messages by Tests/Lab/messages: change that, not this.

/// "What can I get from A to B?": SiriKit's `INListRideOptionsIntent`.
///
/// It is no commitment of the rider.
public struct ListRideOptionsIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<OptionList>("list-ride-options.handle", onlyAsks: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// Where the trip begins.
  public var pickupLocation: Place
  /// Where the trip ends; while it is open only what has no price is listed.
  public var dropOffLocation: Place?
  /// Whether only vehicles will do that carry a wheelchair.
  public var wheelchairAccessible: Bool = false
  /// Stops on the way to the drop-off, in their order; at most 3 of them.
  public var waypoints: [Place] = []

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, wheelchairAccessible: Bool = false, waypoints: [Place] = []
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.wheelchairAccessible = wheelchairAccessible
    self.waypoints = waypoints
  }

  static let blank = ListRideOptionsIntent(riderIdentifier: .blank, pickupLocation: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("pickupLocation", &pickupLocation)
    try member("dropOffLocation", &dropOffLocation)
    try member(flag: "wheelchairAccessible", &wheelchairAccessible)
    try member("waypoints", &waypoints)
  }
}

/// What the stage `handle` of `ListRideOptionsIntent` would answer, with nothing done.
public struct ListRideOptionsConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<Acknowledgement>("list-ride-options.confirm", onlyAsks: true)
  /// What is asked.
  public var intent: ListRideOptionsIntent

  /// The stage of an intent.
  public init(_ intent: ListRideOptionsIntent) { self.intent = intent }
}
