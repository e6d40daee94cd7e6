// Written from Messages by Tests/Lab/messages: change that, not this.

/// An incomplete request: the stage `resolve`, which asks whether each parameter is usable.
public struct ResolveIntent: MessageBody, MessageObject {
  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// What is asked about; all where it is absent.
  public var parameters: [RequestParameter]?
  /// Where the trip begins.
  public var pickupLocation: Place?
  /// Where the trip ends.
  public var dropOffLocation: Place?
  /// The option by its name in any locale of the catalogue; at most 128 bytes.
  public var rideOptionName: String?
  /// The option by its key; 1 to 128 bytes.
  public var optionIdentifier: String?
  /// The quote of a list, which locks its price for its rider; at most 2048 bytes.
  public var quoteIdentifier: String?
  /// All passengers; what no vehicle holds is refused.
  public var partySize: Int?
  /// How it is paid; in cash where absent.
  public var paymentMethod: PaymentMethod?
  /// For a pickup later than now.
  public var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do that carry a wheelchair.
  public var wheelchairAccessible: Bool = false
  /// Stops on the way to the drop-off, in their order; at most 3 of them.
  public var waypoints: [Place] = []

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, parameters: [RequestParameter]? = nil,
    pickupLocation: Place? = nil, dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: String? = nil, quoteIdentifier: String? = nil, partySize: Int? = nil,
    paymentMethod: PaymentMethod? = nil, scheduledPickupTime: RequestedPickup? = nil,
    wheelchairAccessible: Bool = false, waypoints: [Place] = []
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.parameters = parameters
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.wheelchairAccessible = wheelchairAccessible
    self.waypoints = waypoints
  }

  static let blank = ResolveIntent(riderIdentifier: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("parameters", &parameters)
    try member("pickupLocation", &pickupLocation)
    try member("dropOffLocation", &dropOffLocation)
    try member("rideOptionName", &rideOptionName)
    try member("optionIdentifier", &optionIdentifier)
    try member("quoteIdentifier", &quoteIdentifier)
    try member("partySize", &partySize)
    try member("paymentMethod", &paymentMethod)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member(flag: "wheelchairAccessible", &wheelchairAccessible)
    try member("waypoints", &waypoints)
  }
}

/// Whether each parameter of `list-ride-options.handle` can be used.
public struct ListRideOptionsResolve: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<ResolvedParameters>(
    "list-ride-options.resolve", onlyAsks: true)
  /// What is asked.
  public var intent: ResolveIntent

  /// The stage of an intent.
  public init(_ intent: ResolveIntent) { self.intent = intent }
}

/// Whether each parameter of `request-ride.handle` can be used.
public struct RequestRideResolve: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<ResolvedParameters>("request-ride.resolve", onlyAsks: true)
  /// What is asked.
  public var intent: ResolveIntent

  /// The stage of an intent.
  public init(_ intent: ResolveIntent) { self.intent = intent }
}
