/// One booking: what its rider sees, and what the operator needs to drive it on.
///
/// Reports change a ride only through `assign` and `apply`, time only through `processDue`. Each
/// change of the status raises `status.sequence` by one and sets `status.updatedAt`; a refused one
/// changes nothing.
package struct Ride: Hashable, Sendable {
  package var status: RideStatus
  /// The key of the pickup's service area.
  package var area: String
  package var product: ProductKey
  /// The catalogue's locale in which the rider is answered.
  package var locale: String
  /// The place of the ride among its rider's unfinished ones, see `RiderSlots`.
  package var slot: Int
  package var partySize: Int?
  package var paymentMethod: PaymentMethod?
  /// Whether a driver has to accept the ride before it is confirmed.
  package var requiresAcceptance: Bool
  package var createdAt: Instant
  /// The vehicles that have declined or given up, in that order; they are not asked again.
  package var declinedBy: [VehicleIdentifier]
  /// How long the trip takes once the rider is aboard; nil without a drop-off.
  package var routeSeconds: Int?

  /// Whether a vehicle is being sought, or was until one was found: from the booking on, for a
  /// scheduled pickup from a while before it, and never before the payment is authorised.
  package var isSought: Bool
  /// When the search for a vehicle begins, and ends without one.
  package var searchFrom: Instant
  package var searchUntil: Instant
  /// When the vehicles are looked at again for a ride that waits, though no report or command has
  /// caused it; nil until that has been done once.
  package var lookAgainAt: Instant?
  /// When the present wait for a driver or a vehicle times out; nil while none is awaited.
  package var awaitedUntil: Instant?
  /// How many vehicles have given the ride back after they took it.
  package var dropOuts: Int
  /// What the vehicle that is committed has promised; nil while none is.
  package var commitment: Commitment?
  /// When the arrival was reported to us: from then on the rider could know of it.
  package var arrivedAt: Instant?
  package var startedAt: Instant?
  package var endedAt: Instant?
  /// Nil when cancelling costs nothing.
  package var cancellationTerms: CancellationTerms?
  package var cancellation: Cancellation?
  /// Where the operator's app takes a payment that is outstanding.
  package var completionActivity: UserActivity?
  /// 0 to 10, as the rider gave it.
  package var rating: Int?
  package var comment: String?
  /// Until when the ride's missing rating blocks its rider's next ride; nil when none is required,
  /// or it was given.
  package var ratingDueBy: Instant?
  /// What was agreed of the fare beside the option's lines; nil for a ride of an earlier build.
  package var agreedFare: AgreedFare?
  /// What the meter showed, while that is held for the operator and the ride is not billed.
  package var heldFare: Money?
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

  /// Whether a vehicle is sought: none is committed and none is asked.
  package var isWaiting: Bool { isSought && status.phase == .received && status.vehicle == nil }

  /// Counts a change of the status; time never runs backwards within a ride, whatever the clocks of
  /// vehicles say.
  mutating func advance(at time: Instant) {
    status.sequence += 1
    status.updatedAt = max(status.updatedAt, time)
    if status.phase.isFinal { clearTransientFields() }
  }

  /// Removes from the status what ends with the ride, and shows where to pay what is outstanding.
  package mutating func clearTransientFields() {
    // A driver is not to be called by every rider of the past (ride-booking domain, 1.12).
    status.driver?.phoneNumber = nil
    status.cancelingActivity = nil
    let isOutstanding = status.completionStatus?.payment?.state == .outstanding
    status.completionStatus?.userActivity = isOutstanding ? completionActivity : nil
  }

  /// Removes from an earlier status of the ride what its rider is no longer shown.
  package func redact(_ earlier: inout RideStatus) {
    guard status.phase.isFinal else {
      // A driver who has given the ride back does not drive this rider.
      if status.vehicle?.identifier != earlier.vehicle?.identifier {
        earlier.driver?.phoneNumber = nil
      }
      return
    }
    earlier.driver?.phoneNumber = nil
    earlier.cancelingActivity = nil
    if status.completionStatus?.payment?.state != .outstanding {
      earlier.completionStatus?.userActivity = nil
    }
  }

  /// What a report, or the time, has done to a ride.
  package struct Effect: Hashable, Sendable {
    /// Whether the ride has a new status, which is published.
    package var isPublished: Bool
    /// The vehicle that drove the ride, or was asked to, and can take another now.
    package var freed: VehicleIdentifier?
    /// What the ride's account asks for.
    package var money: MoneyEffects

    package init(
      isPublished: Bool, freed: VehicleIdentifier? = nil, money: MoneyEffects = MoneyEffects()
    ) {
      self.isPublished = isPublished
      self.freed = freed
      self.money = money
    }

    /// Nothing that a rider or a vehicle notices: what was reported was known already.
    package static let nothing = Effect(isPublished: false)
  }
}
