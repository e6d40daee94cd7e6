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

/// The price of an option for parties of certain sizes: SiriKit's `INRidePartySizeOption`.
package struct PartySizeOption: Hashable, Sendable {
  package var partySize: PartySizeRange
  package var sizeDescription: String
  package var priceRange: PriceRange

  package init(partySize: PartySizeRange, sizeDescription: String, priceRange: PriceRange) {
    self.partySize = partySize
    self.sizeDescription = sizeDescription
    self.priceRange = priceRange
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

/// One line of how a fare is composed: SiriKit's `INRideFareLineItem`, with the kind that Apple's
/// lacks.
package struct FareLineItem: Hashable, Sendable {
  /// What the price of the line is.
  package enum Kind: String, Sendable, CaseIterable {
    /// A part of the fare; the amounts add up to it (rule M5).
    case amount
    /// A price for one mile or kilometre, not a part of the sum.
    case ratePerDistance
    /// A price for one minute, not a part of the sum.
    case ratePerTime
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

/// Something to go on with in the operator's app: what a back end can say of SiriKit's
/// `NSUserActivity`.
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
