// Written from Messages by Tests/Lab/messages: change that, not this.

/// What a ride that has ended costs, and how it was paid.
public struct RideReceipt: Hashable, Sendable, MessageObject {
  /// The ride; 1 to 128 bytes.
  public var rideIdentifier: String
  /// Who has booked it; 1 to 128 bytes.
  public var riderIdentifier: String
  /// Of two receipts of a ride the one with the higher number is newer.
  public var number: Int
  /// How the ride ended.
  public var outcome: CompletionStatus.Outcome
  /// The sum of the lines.
  public var price: Money
  /// What it consists of: the fare, waiting, extras, charges, tolls, discounts, or a fee.
  public var fareLineItems: [FareLineItem] = []
  /// What was paid of it.
  public var payments: [RideReceipt.Payment] = []
  /// What is not paid; absent where all is.
  public var outstanding: Money?
  /// What was taken in excess and is not given back yet.
  public var overpaid: Money?
  /// What the driver was given besides.
  public var tip: RideReceipt.Payment?
  /// What was given back.
  public var refunds: [Money] = []
  /// How long the way with the rider was, where Livery has measured it.
  public var drivenMetres: Int?
  /// When the ride was booked.
  public var requestedAt: Instant
  /// When the vehicle was at the pickup.
  public var arrivedAt: Instant?
  /// When the trip began.
  public var startedAt: Instant?
  /// When the trip ended.
  public var endedAt: Instant?
  /// The time zone of the pickup, by IANA.
  public var timeZone: String?

  /// Of its members.
  public init(
    rideIdentifier: String, riderIdentifier: String, number: Int, outcome: CompletionStatus.Outcome,
    price: Money, fareLineItems: [FareLineItem] = [], payments: [RideReceipt.Payment] = [],
    outstanding: Money? = nil, overpaid: Money? = nil, tip: RideReceipt.Payment? = nil,
    refunds: [Money] = [], drivenMetres: Int? = nil, requestedAt: Instant,
    arrivedAt: Instant? = nil, startedAt: Instant? = nil, endedAt: Instant? = nil,
    timeZone: String? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.riderIdentifier = riderIdentifier
    self.number = number
    self.outcome = outcome
    self.price = price
    self.fareLineItems = fareLineItems
    self.payments = payments
    self.outstanding = outstanding
    self.overpaid = overpaid
    self.tip = tip
    self.refunds = refunds
    self.drivenMetres = drivenMetres
    self.requestedAt = requestedAt
    self.arrivedAt = arrivedAt
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.timeZone = timeZone
  }

  static let blank = RideReceipt(
    rideIdentifier: .blank, riderIdentifier: .blank, number: .blank, outcome: .blank, price: .blank,
    requestedAt: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("rideIdentifier", &rideIdentifier)
    try member("riderIdentifier", &riderIdentifier)
    try member("number", &number)
    try member("outcome", &outcome)
    try member("price", &price)
    try member("fareLineItems", &fareLineItems)
    try member("payments", &payments)
    try member("outstanding", &outstanding)
    try member("overpaid", &overpaid)
    try member("tip", &tip)
    try member("refunds", &refunds)
    try member("drivenMetres", &drivenMetres)
    try member("requestedAt", &requestedAt)
    try member("arrivedAt", &arrivedAt)
    try member("startedAt", &startedAt)
    try member("endedAt", &endedAt)
    try member("timeZone", &timeZone)
  }
}

extension RideReceipt {
  /// A payment by one means.
  public struct Payment: Hashable, Sendable, MessageObject {
    /// How it was paid: by a payment method, to the driver, or in another way after the ride.
    public var means: RideReceipt.Payment.Means
    /// How much.
    public var amount: Money
    /// What kind of method it is.
    public var type: PaymentMethod.Kind?
    /// What people call the method.
    public var name: String?
    /// What tells two methods of a kind apart.
    public var identificationHint: String?

    /// Of its members.
    public init(
      means: RideReceipt.Payment.Means, amount: Money, type: PaymentMethod.Kind? = nil,
      name: String? = nil, identificationHint: String? = nil
    ) {
      self.means = means
      self.amount = amount
      self.type = type
      self.name = name
      self.identificationHint = identificationHint
    }

    static let blank = Payment(means: .blank, amount: .blank)

    mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
      try member("means", &means)
      try member(amount: "amount", &amount)
      try member("type", &type)
      try member("name", &name)
      try member("identificationHint", &identificationHint)
    }
  }
}

extension RideReceipt.Payment {
  /// How an amount was paid.
  public enum Means: Hashable, Sendable, OpenWord {
    case paymentMethod
    /// In cash, to the driver.
    case driver
    /// In another way after the ride.
    case elsewhere
    /// A word of a later release.
    case other(String)

    static let known: [String: Means] = [
      "paymentMethod": .paymentMethod, "driver": .driver, "elsewhere": .elsewhere,
    ]
    var unknown: String? { if case .other(let word) = self { word } else { nil } }
  }
}

/// A shared ride, without rider, money, phone numbers and start code.
public struct SharedStatus: Hashable, Sendable, MessageObject {
  /// How far the ride has come.
  public var phase: RidePhase
  /// When it changed last.
  public var updatedAt: Instant
  /// The vehicle that drives it.
  public var vehicle: Vehicle?
  /// The person who drives it.
  public var driver: Driver?
  /// When the vehicle comes.
  public var estimatedPickupDate: Instant?
  /// When the trip ends.
  public var estimatedDropOffDate: Instant?
  /// The window that was booked ahead.
  public var scheduledPickupTime: PickupWindow?
  /// Where the trip begins.
  public var pickupLocation: Place
  /// Stops on the way, in their order.
  public var waypoints: [Place] = []
  /// Where the trip ends.
  public var dropOffLocation: Place?

  /// Of its members.
  public init(
    phase: RidePhase, updatedAt: Instant, vehicle: Vehicle? = nil, driver: Driver? = nil,
    estimatedPickupDate: Instant? = nil, estimatedDropOffDate: Instant? = nil,
    scheduledPickupTime: PickupWindow? = nil, pickupLocation: Place, waypoints: [Place] = [],
    dropOffLocation: Place? = nil
  ) {
    self.phase = phase
    self.updatedAt = updatedAt
    self.vehicle = vehicle
    self.driver = driver
    self.estimatedPickupDate = estimatedPickupDate
    self.estimatedDropOffDate = estimatedDropOffDate
    self.scheduledPickupTime = scheduledPickupTime
    self.pickupLocation = pickupLocation
    self.waypoints = waypoints
    self.dropOffLocation = dropOffLocation
  }

  static let blank = SharedStatus(phase: .blank, updatedAt: .blank, pickupLocation: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("phase", &phase)
    try member("updatedAt", &updatedAt)
    try member("vehicle", &vehicle)
    try member("driver", &driver)
    try member("estimatedPickupDate", &estimatedPickupDate)
    try member("estimatedDropOffDate", &estimatedDropOffDate)
    try member("scheduledPickupTime", &scheduledPickupTime)
    try member("pickupLocation", &pickupLocation)
    try member("waypoints", &waypoints)
    try member("dropOffLocation", &dropOffLocation)
  }
}
