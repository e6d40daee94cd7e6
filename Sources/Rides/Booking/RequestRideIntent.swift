// Written from Messages/Operations/request-ride.toml by Tests/Lab/messages: change that, not this.

/// "Book it": SiriKit's `INRequestRideIntent`.
package struct RequestRideIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// Where the trip begins.
  package var pickupLocation: Place
  /// Where the trip ends.
  package var dropOffLocation: Place?
  /// The option by its name in any locale of the catalogue.
  package var rideOptionName: String?
  /// The option by its key.
  package var optionIdentifier: ProductKey?
  /// The quote of a list, which locks its price for its rider.
  package var quoteIdentifier: String?
  /// The most that the rider agrees to pay: what costs more is not booked.
  package var maximumPrice: Money?
  /// All passengers; what no vehicle holds is refused.
  package var partySize: Int?
  /// How it is paid; in cash where absent.
  package var paymentMethod: PaymentMethod?
  /// For a pickup later than now.
  package var scheduledPickupTime: RequestedPickup?
  /// Whether only vehicles will do that carry a wheelchair.
  package var requiresWheelchairAccess: Bool
  /// What is chosen of the option's extras, each once.
  package var extras: [ExtraCount]
  /// Stops on the way to the drop-off, in their order.
  package var waypoints: [Place]
  /// The rider; the driver is told the first word.
  package var riderName: String?
  /// Where the driver can call the rider.
  package var riderPhone: String?
  /// Who rides in the place of the rider.
  package var guestName: String?
  /// Where the driver can call that guest.
  package var guestPhone: String?
  /// What the driver should know.
  package var note: String?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, pickupLocation: Place,
    dropOffLocation: Place? = nil, rideOptionName: String? = nil,
    optionIdentifier: ProductKey? = nil, quoteIdentifier: String? = nil, maximumPrice: Money? = nil,
    partySize: Int? = nil, paymentMethod: PaymentMethod? = nil,
    scheduledPickupTime: RequestedPickup? = nil, requiresWheelchairAccess: Bool = false,
    extras: [ExtraCount] = [], waypoints: [Place] = [], riderName: String? = nil,
    riderPhone: String? = nil, guestName: String? = nil, guestPhone: String? = nil,
    note: String? = nil
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
    self.requiresWheelchairAccess = requiresWheelchairAccess
    self.extras = extras
    self.waypoints = waypoints
    self.riderName = riderName
    self.riderPhone = riderPhone
    self.guestName = guestName
    self.guestPhone = guestPhone
    self.note = note
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (
      RiderIdentifier, String?, Place, Place?, String?, ProductKey?, String?, Money?, Int?,
      PaymentMethod?, RequestedPickup?, Bool, [ExtraCount], [Place], String?, String?, String?,
      String?, String?
    )
  {
    (
      riderIdentifier, locale, pickupLocation, dropOffLocation, rideOptionName, optionIdentifier,
      quoteIdentifier, maximumPrice, partySize, paymentMethod, scheduledPickupTime,
      requiresWheelchairAccess, extras, waypoints, riderName, riderPhone, guestName, guestPhone,
      note
    )
  }
}
