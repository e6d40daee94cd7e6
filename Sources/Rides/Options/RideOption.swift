/// One kind of ride on offer for a trip: SiriKit's `INRideOption`.
package struct RideOption: Hashable, Sendable {
  /// What the rider sees and what comes back with a booking; unique in its list (rules L3, L6).
  package var name: String
  /// The product's stable key, for producers that can carry it.
  package var optionIdentifier: ProductKey
  /// The signed price of this option for this trip; nil where no price is locked.
  package var quoteIdentifier: String?
  package var estimatedPickupDate: Instant
  /// Nil exactly when the fare is metered (rule L8).
  package var priceRange: PriceRange?
  package var usesMeteredFare: Bool
  /// What makes the price special, in words and as a number; the price has it already.
  package var specialPricing: String?
  package var specialPricingMultiplier: Multiplier?
  package var disclaimerMessage: String?
  /// Present exactly when there are party-size options (rule P1), which only a list has.
  package var availablePartySizeOptionsSelectionPrompt: String?
  package var availablePartySizeOptions: [PartySizeOption]
  package var fareLineItems: [FareLineItem]
  package var isWheelchairAccessible: Bool
  /// Set when the option can be booked in the operator's app alone (rule L12).
  package var userActivityForBookingInApplication: UserActivity?

  package init(
    name: String, optionIdentifier: ProductKey, quoteIdentifier: String? = nil,
    estimatedPickupDate: Instant, priceRange: PriceRange?, usesMeteredFare: Bool = false,
    specialPricing: String? = nil, specialPricingMultiplier: Multiplier? = nil,
    disclaimerMessage: String? = nil,
    availablePartySizeOptionsSelectionPrompt: String? = nil,
    availablePartySizeOptions: [PartySizeOption] = [], fareLineItems: [FareLineItem] = [],
    isWheelchairAccessible: Bool = false,
    userActivityForBookingInApplication: UserActivity? = nil
  ) {
    self.name = name
    self.optionIdentifier = optionIdentifier
    self.quoteIdentifier = quoteIdentifier
    self.estimatedPickupDate = estimatedPickupDate
    self.priceRange = priceRange
    self.usesMeteredFare = usesMeteredFare
    self.specialPricing = specialPricing
    self.specialPricingMultiplier = specialPricingMultiplier
    self.disclaimerMessage = disclaimerMessage
    self.availablePartySizeOptionsSelectionPrompt = availablePartySizeOptionsSelectionPrompt
    self.availablePartySizeOptions = availablePartySizeOptions
    self.fareLineItems = fareLineItems
    self.isWheelchairAccessible = isWheelchairAccessible
    self.userActivityForBookingInApplication = userActivityForBookingInApplication
  }

  /// The option as a booked ride shows it: without what serves to choose and book it.
  package var booked: RideOption {
    var option = self
    option.quoteIdentifier = nil
    option.availablePartySizeOptionsSelectionPrompt = nil
    option.availablePartySizeOptions = []
    option.userActivityForBookingInApplication = nil
    return option
  }
}
