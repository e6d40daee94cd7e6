// Written from Messages by Tests/Lab/messages: change that, not this.

/// "Book it": SiriKit's `INRequestRideIntent`.
///
/// Also required: one of `rideOptionName`, `optionIdentifier` and `quoteIdentifier`, else
/// `unknownOption`.
public struct RequestRideIntent: RideRequest, MessageObject {
  /// How it is sent.
  public static let way = RequestWay<ShownRide>("request-ride.handle", needsMessageIdentifier: true)

  /// The person who asks, as the producer has authenticated them; 1 to 128 bytes.
  public var riderIdentifier: String
  /// The language of the answer; the catalogue's where it is absent; at most 256 bytes.
  public var locale: String?
  /// Where the trip begins.
  public var pickupLocation: Place
  /// Where the trip ends.
  public var dropOffLocation: Place?
  /// The option by its name in any locale of the catalogue; at most 128 bytes.
  public var rideOptionName: String?
  /// The option by its key; 1 to 128 bytes.
  public var optionIdentifier: String?
  /// The quote of a list, which locks its price for its rider; at most 2048 bytes.
  public var quoteIdentifier: String?
  /// The most that the rider agrees to pay: what costs more is not booked.
  public var maximumPrice: Money?
  /// All passengers; what no vehicle holds is refused.
  public var partySize: Int?
  /// How it is paid; in cash where absent.
  public var paymentMethod: PaymentMethod?
  /// For a pickup later than now.
  public var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do that carry a wheelchair.
  public var wheelchairAccessible: Bool = false
  /// What is chosen of the option's extras, each once; at most 16 of them.
  public var extras: [ExtraCount] = []
  /// Stops on the way to the drop-off, in their order; at most 3 of them.
  public var waypoints: [Place] = []
  /// The rider; the driver is told the first word; at most 128 bytes.
  public var riderName: String?
  /// Where the driver can call the rider; 3 to 15 digits.
  public var riderPhone: String?
  /// Who rides in the place of the rider; at most 128 bytes.
  public var guestName: String?
  /// Where the driver can call that guest; 3 to 15 digits.
  public var guestPhone: String?
  /// What the driver should know; at most 256 characters.
  public var note: String?

  /// Of its members.
  public init(
    riderIdentifier: String, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, rideOptionName: String? = nil, optionIdentifier: String? = nil,
    quoteIdentifier: String? = nil, maximumPrice: Money? = nil, partySize: Int? = nil,
    paymentMethod: PaymentMethod? = nil, scheduledPickupTime: RequestedPickup? = nil,
    wheelchairAccessible: Bool = false, extras: [ExtraCount] = [], waypoints: [Place] = [],
    riderName: String? = nil, riderPhone: String? = nil, guestName: String? = nil,
    guestPhone: String? = nil, note: String? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.pickupLocation = pickupLocation
    self.dropOffLocation = dropOffLocation
    self.rideOptionName = rideOptionName
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.maximumPrice = maximumPrice
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.scheduledPickupTime = scheduledPickupTime
    self.wheelchairAccessible = wheelchairAccessible
    self.extras = extras
    self.waypoints = waypoints
    self.riderName = riderName
    self.riderPhone = riderPhone
    self.guestName = guestName
    self.guestPhone = guestPhone
    self.note = note
  }

  static let blank = RequestRideIntent(riderIdentifier: .blank, pickupLocation: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("riderIdentifier", &riderIdentifier)
    try member("locale", &locale)
    try member("pickupLocation", &pickupLocation)
    try member("dropOffLocation", &dropOffLocation)
    try member("rideOptionName", &rideOptionName)
    try member("optionIdentifier", &optionIdentifier)
    try member("quoteIdentifier", &quoteIdentifier)
    try member("maximumPrice", &maximumPrice)
    try member("partySize", &partySize)
    try member("paymentMethod", &paymentMethod)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member(flag: "wheelchairAccessible", &wheelchairAccessible)
    try member("extras", &extras)
    try member("waypoints", &waypoints)
    try member("riderName", &riderName)
    try member("riderPhone", &riderPhone)
    try member("guestName", &guestName)
    try member("guestPhone", &guestPhone)
    try member("note", &note)
  }
}

/// What the stage `handle` of `RequestRideIntent` would answer, with nothing done.
public struct RequestRideConfirm: RequestStage {
  /// How it is sent.
  public static let way = RequestWay<ProspectOrRide>(
    "request-ride.confirm", onlyAsks: true, needsMessageIdentifier: true)
  /// What is asked.
  public var intent: RequestRideIntent

  /// The stage of an intent.
  public init(_ intent: RequestRideIntent) { self.intent = intent }
}
