/// One kind of ride on offer for a trip: SiriKit's `INRideOption`.
package struct RideOption: Hashable, Sendable {
  /// The name that the rider sees and that a booking contains; unique in its list (rules L3, L6).
  package var name: String
  /// The product's stable key.
  package var optionIdentifier: ProductKey
  /// The signed price of this option for this trip; nil where no price is locked.
  package var quoteIdentifier: String?
  package var estimatedPickupDate: Instant
  /// Nil exactly when the fare is metered (rule L8).
  package var priceRange: PriceRange?
  package var usesMeteredFare: Bool
  /// The reason of special pricing; the price includes it.
  package var specialPricing: String?
  package var specialPricingMultiplier: Multiplier?
  package var disclaimerMessage: String?
  /// Present exactly when there are party-size options (rule P1), which only a list has.
  package var availablePartySizeOptionsSelectionPrompt: String?
  package var availablePartySizeOptions: [PartySizeOption]
  package var fareLineItems: [FareLineItem]
  /// What the rider may choose to it, which only a list has.
  package var extras: [OfferedExtra]
  package var isWheelchairAccessible: Bool
  /// The passengers and the pieces of luggage that it carries; these, the picture and the estimate
  /// are nil unless the catalogue shows them (rule L13).
  package var capacity: Int?
  package var luggage: Int?
  package var image: String?
  /// What the tariff comes to for the trip, beside a meter alone; it promises nothing.
  package var estimatedPriceRange: PriceRange?
  /// Set for an option that can be booked only in the operator's app (rule L12).
  package var userActivityForBookingInApplication: UserActivity?

  package init(
    name: String, optionIdentifier: ProductKey, quoteIdentifier: String? = nil,
    estimatedPickupDate: Instant, priceRange: PriceRange?, usesMeteredFare: Bool = false,
    specialPricing: String? = nil, specialPricingMultiplier: Multiplier? = nil,
    disclaimerMessage: String? = nil,
    availablePartySizeOptionsSelectionPrompt: String? = nil,
    availablePartySizeOptions: [PartySizeOption] = [], fareLineItems: [FareLineItem] = [],
    extras: [OfferedExtra] = [], isWheelchairAccessible: Bool = false,
    capacity: Int? = nil, luggage: Int? = nil, image: String? = nil,
    estimatedPriceRange: PriceRange? = nil,
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
    self.extras = extras
    self.isWheelchairAccessible = isWheelchairAccessible
    self.capacity = capacity
    self.luggage = luggage
    self.image = image
    self.estimatedPriceRange = estimatedPriceRange
    self.userActivityForBookingInApplication = userActivityForBookingInApplication
  }

  /// The option as a booked ride shows it: without the members to choose and book it.
  package var booked: RideOption {
    var option = self
    option.quoteIdentifier = nil
    option.availablePartySizeOptionsSelectionPrompt = nil
    option.availablePartySizeOptions = []
    option.extras = []
    option.userActivityForBookingInApplication = nil
    return option
  }
}

/// The price of an option for parties of certain sizes: SiriKit's `INRidePartySizeOption`.
package struct PartySizeOption: Hashable, Sendable {
  package var partySize: PartySizeRange
  package var sizeDescription: String
  package var priceRange: PriceRange
  /// The lines that add up to the price, where the catalogue shows them (rule P9).
  package var fareLineItems: [FareLineItem]

  package init(
    partySize: PartySizeRange, sizeDescription: String, priceRange: PriceRange,
    fareLineItems: [FareLineItem] = []
  ) {
    self.partySize = partySize
    self.sizeDescription = sizeDescription
    self.priceRange = priceRange
    self.fareLineItems = fareLineItems
  }
}

/// A span of party sizes, inclusive at both ends; an absent maximum is open up to the vehicle's
/// capacity.
package struct PartySizeRange: Hashable, Sendable {
  package let minimum: Int
  package let maximum: Int?

  /// Nil unless 1 ≤ minimum ≤ maximum.
  package init?(minimum: Int, maximum: Int?) {
    guard minimum >= 1, maximum.map({ $0 >= minimum }) ?? true else { return nil }
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Whether a party of that size belongs to the span.
  package func contains(_ partySize: Int) -> Bool {
    partySize >= minimum && maximum.map { partySize <= $0 } ?? true
  }
}

/// One line of a fare: SiriKit's `INRideFareLineItem`, plus a kind.
package struct FareLineItem: Hashable, Sendable {
  /// The meaning of the line's price.
  package enum Kind: String, Sendable, CaseIterable {
    /// A part of the fare; the amounts add up to it (rule M5).
    case amount
    /// A price for one mile or kilometre, not a part of the sum.
    case ratePerDistance
    /// A price for one minute, not a part of the sum.
    case ratePerTime
    /// What each hundred of the fare adds, which is a percentage, not a part of the sum.
    case ratePerFare
    /// A negative amount, a part of the sum (rule M6).
    case discount
  }

  package var title: String
  package var kind: Kind
  package var price: Money
  /// Who bears a discount; nil is the operator.
  package var sponsor: String?

  package init(title: String, kind: Kind, price: Money, sponsor: String? = nil) {
    self.title = title
    self.kind = kind
    self.price = price
    self.sponsor = sponsor
  }
}

extension FareLineItem.Kind {
  /// Whether the line is an amount, not a rate.
  package var isPartOfSum: Bool { self == .amount || self == .discount }
}

/// An activity in the operator's app: the part of SiriKit's `NSUserActivity` that a back end can
/// provide.
package struct UserActivity: Hashable, Sendable {
  /// The name under which the app knows the activity, in reverse domain notation.
  package var activityType: String
  package var title: String
  package var userInfo: [String: String]

  package init(activityType: String, title: String, userInfo: [String: String] = [:]) {
    self.activityType = activityType
    self.title = title
    self.userInfo = userInfo
  }
}
