/// One booking: its public status, and the operator's values.
///
/// Reports change a ride only through `assign` and `apply`, time only through `processDue`. Each
/// change of the status raises `status.sequence` by one and sets `status.updatedAt`; a refused one
/// changes nothing.
package struct Ride: Hashable, Sendable {
  package var status: RideStatus
  /// The key of the pickup's service area.
  package var area: String
  package var product: ProductKey
  /// The catalogue's locale of the answers to the rider.
  package var locale: String
  /// The slot of the ride among its rider's unfinished ones, see `RiderSlots`.
  package var slot: Int
  package var partySize: Int?
  /// The extras that its vehicle has to have.
  package var requiredExtras: [ExtraCount] = []
  /// What the vehicle is told of its passenger; nil once the ride has ended.
  package var passenger: Passenger?
  package var paymentMethod: PaymentMethod?
  /// Whether a driver has to accept the ride before it is confirmed.
  package var requiresAcceptance: Bool
  package var createdAt: Instant
  /// The vehicles that have declined or dropped out, in that order; they get no second offer.
  package var declinedBy: [VehicleIdentifier]
  /// The vehicle that the operator has planned for it, before all others (rule B17).
  package var plannedVehicle: VehicleIdentifier?
  /// How long the trip takes once the rider is aboard; nil without a drop-off.
  package var routeSeconds: Int?

  /// Whether the search for a vehicle has begun.
  ///
  /// It begins at the booking, for a scheduled pickup some time before the pickup, and never before
  /// the payment is authorized.
  package var isSought: Bool
  /// When the search for a vehicle begins, and ends without one.
  package var searchFrom: Instant
  package var searchUntil: Instant
  /// When the rider is reminded of a pickup that is booked ahead; nil where that is over, or never.
  package var remindAt: Instant?
  /// When a waiting ride searches all vehicles again without another cause; nil until the first
  /// such search.
  package var lookAgainAt: Instant?
  /// When the current wait for a driver or a vehicle times out, or the operator is told of it; nil
  /// without one.
  package var awaitedUntil: Instant?
  /// What is watched of the vehicle; nil where the policy watches nothing.
  package var watch: VehicleWatch?
  /// The number of vehicles that dropped out after they had accepted the ride.
  package var dropOuts: Int
  /// Those that get no other ride of the rider for a while; empty where the policy has no such
  /// time.
  package var droppedOut: [DropOut] = []
  /// The promise of the committed vehicle; nil without one.
  package var commitment: Commitment?
  /// When the arrival was reported to Livery: from then on the rider could know of it.
  package var arrivedAt: Instant?
  /// Why the arrival costs the rider nothing: no position supports it.
  package var arrivalDoubt: String?
  /// When the vehicle left the pickup although the rider was not aboard: then the wait has ended.
  package var leftPickupAt: Instant?
  /// Why the rider may not have come aboard at the pickup: the positions contradict it.
  package var boardingDoubt: String?
  /// What the driver has to prove before the ride starts; nil where the product asks for nothing.
  package var startCheck: StartCheck?
  package var startedAt: Instant?
  /// The changes of the way since the rider was aboard.
  package var turns: [Turn] = []
  package var endedAt: Instant?
  /// The way of a metered ride that has ended; nil where no plausible position shows one.
  package var driven: DrivenWay?
  /// The tolls that the driver has paid and the rider pays.
  package var tolls: [PaidToll] = []
  /// The calls for help, in their order.
  package var helpCalls: [HelpCall] = []
  /// Nil if canceling is free.
  package var cancellationTerms: CancellationTerms?
  package var cancellation: Cancellation?
  /// Where the operator's app accepts an outstanding payment.
  package var completionActivity: UserActivity?
  /// 0 to 10, as rated.
  package var rating: Int?
  package var comment: String?
  /// Until when the missing rating blocks the rider's next ride; nil if no rating is missing.
  package var ratingDueBy: Instant?
  /// The agreed terms of the fare beyond the option's lines; nil for a ride of an earlier build.
  package var agreedFare: AgreedFare?
  /// The fare or fee, without charges of places, while it is held for review and the ride is not
  /// billed.
  package var heldFare: Money?
  /// Why it is held; nil also for a ride that an earlier build has held.
  package var heldReason: String?
  package var account: RideAccount

  package init(
    status: RideStatus, area: String, product: ProductKey, locale: String, slot: Int,
    partySize: Int?, paymentMethod: PaymentMethod?, requiresAcceptance: Bool, createdAt: Instant,
    declinedBy: [VehicleIdentifier], routeSeconds: Int?, isSought: Bool = true,
    searchFrom: Instant, searchUntil: Instant, lookAgainAt: Instant? = nil,
    awaitedUntil: Instant? = nil, dropOuts: Int = 0,
    arrivedAt: Instant? = nil, startedAt: Instant? = nil, endedAt: Instant? = nil,
    cancellationTerms: CancellationTerms? = nil, cancellation: Cancellation? = nil,
    completionActivity: UserActivity? = nil, rating: Int? = nil, comment: String? = nil,
    ratingDueBy: Instant? = nil, agreedFare: AgreedFare? = nil, account: RideAccount
  ) {
    self.status = status
    self.area = area
    self.product = product
    self.locale = locale
    self.slot = slot
    self.partySize = partySize
    self.paymentMethod = paymentMethod
    self.requiresAcceptance = requiresAcceptance
    self.createdAt = createdAt
    self.declinedBy = declinedBy
    self.routeSeconds = routeSeconds
    self.isSought = isSought
    self.searchFrom = searchFrom
    self.searchUntil = searchUntil
    self.lookAgainAt = lookAgainAt
    self.awaitedUntil = awaitedUntil
    self.dropOuts = dropOuts
    self.arrivedAt = arrivedAt
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.cancellationTerms = cancellationTerms
    self.cancellation = cancellation
    self.completionActivity = completionActivity
    self.rating = rating
    self.comment = comment
    self.ratingDueBy = ratingDueBy
    self.agreedFare = agreedFare
    self.account = account
  }

  /// Whether the ride needs a vehicle: none is committed, and none was offered the ride.
  package var isWaiting: Bool { isSought && status.phase == .received && status.vehicle == nil }

  /// The place of the ride in the waiting list, if it waits.
  package var waitingPlace: WaitingPlace {
    WaitingPlace(
      rideIdentifier: status.rideIdentifier, product: product,
      pickup: status.pickupLocation.coordinate, partySize: partySize, extras: requiredExtras,
      declinedBy: declinedBy, searchFrom: searchFrom, plannedVehicle: plannedVehicle)
  }

  /// Counts a change of the status; the times of a ride never decrease, whatever the vehicles'
  /// clocks show.
  mutating func advance(at time: Instant) {
    status.sequence += 1
    status.updatedAt = max(status.updatedAt, time)
    if status.phase.isFinal { clearTransientFields() }
  }

  /// Removes the values from the status that end with the ride, and adds where to pay a debt.
  package mutating func clearTransientFields() {
    // An ended ride expects nothing.
    let end = endedAt ?? status.updatedAt
    if let date = status.estimatedPickupDate, date > end { status.estimatedPickupDate = nil }
    if let date = status.estimatedDropOffDate, date > end { status.estimatedDropOffDate = nil }
    passenger = nil
    // Past riders must not be able to call the driver (ride-booking domain, 1.12).
    status.hidePersonalMembers()
    status.isStartHeld = false
    remindAt = nil
    let isOutstanding = status.completionStatus?.payment?.state == .outstanding
    status.completionStatus?.userActivity = isOutstanding ? completionActivity : nil
  }

  /// Removes values from an earlier status of the ride that are no longer shown to the rider.
  package func redact(_ earlier: inout RideStatus) {
    if earlier.startCode != status.startCode { earlier.startCode = nil }
    guard status.phase.isFinal else {
      // A driver who dropped out does not drive this rider.
      if status.vehicle?.identifier != earlier.vehicle?.identifier {
        earlier.driver?.phoneNumber = nil
      }
      return
    }
    earlier.hidePersonalMembers()
    if status.completionStatus?.payment?.state != .outstanding {
      earlier.completionStatus?.userActivity = nil
    }
  }

  /// The effect of a report, or of time, on a ride.
  package struct Effect: Hashable, Sendable {
    /// Whether the ride has a new status, which is published.
    package var isPublished: Bool
    /// The vehicle that the ride has freed, committed or only offered.
    package var freed: VehicleIdentifier?
    /// The commands of the ride's account.
    package var money: MoneyEffects
    /// Why the report is refused although it has changed the ride.
    package var refusal: Refusal?
    /// What the operator has to know.
    package var alarms: [RideAlarm]

    package init(
      isPublished: Bool, freed: VehicleIdentifier? = nil, money: MoneyEffects = MoneyEffects(),
      refusal: Refusal? = nil, alarms: [RideAlarm] = []
    ) {
      self.isPublished = isPublished
      self.freed = freed
      self.money = money
      self.refusal = refusal
      self.alarms = alarms
    }

    /// No effect for riders and vehicles: the report was known.
    package static let nothing = Effect(isPublished: false)
  }
}

extension RideStatus {
  /// The status without an offered vehicle and its driver, which a rider sees only after they have
  /// accepted.
  package var redacted: RideStatus {
    guard isVehicleAsked else { return self }
    var status = self
    status.vehicle = nil
    status.driver = nil
    status.isVehicleAsked = false
    return status
  }
}
