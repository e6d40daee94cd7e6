// Written from Messages by Tests/Lab/messages: change that, not this.

/// An option as a ride has it.
public struct RideOption: Hashable, Sendable, MessageObject {
  /// What people call it, in the locale of the answer.
  public var name: String
  /// Its key, the same in each locale.
  public var optionIdentifier: String
  /// What locks the price of a list until it expires; opaque.
  public var quoteIdentifier: String?
  /// When a vehicle could come.
  public var estimatedPickupDate: Instant?
  /// The price; absent by the meter.
  public var priceRange: PriceRange?
  /// Whether a meter makes the price.
  public var usesMeteredFare: Bool
  /// Why the price is higher than usual.
  public var specialPricing: String?
  /// How many times the usual price it is.
  public var specialPricingMultiplier: DecimalNumber?
  /// What people have to know.
  public var disclaimerMessage: String?
  /// What to ask where there are several sizes.
  public var availablePartySizeOptionsSelectionPrompt: String?
  /// The prices by party size.
  public var availablePartySizeOptions: [PartySizeOption] = []
  /// How the price is composed.
  public var fareLineItems: [FareLineItem] = []
  /// What the rider may choose to it; none in the app's own options.
  public var extras: [OfferedExtra] = []
  /// Whether it carries a wheelchair.
  public var wheelchairAccessible: Bool
  /// How many passengers it carries.
  public var capacity: Int?
  /// How many pieces of luggage it carries.
  public var luggage: Int?
  /// A picture.
  public var image: String?
  /// What the meter is likely to show; no promise.
  public var estimatedPriceRange: PriceRange?
  /// Where the option is booked in the operator's app alone.
  public var userActivityForBookingInApplication: UserActivity?

  /// Of its members.
  public init(
    name: String, optionIdentifier: String, quoteIdentifier: String? = nil,
    estimatedPickupDate: Instant? = nil, priceRange: PriceRange? = nil, usesMeteredFare: Bool,
    specialPricing: String? = nil, specialPricingMultiplier: DecimalNumber? = nil,
    disclaimerMessage: String? = nil, availablePartySizeOptionsSelectionPrompt: String? = nil,
    availablePartySizeOptions: [PartySizeOption] = [], fareLineItems: [FareLineItem] = [],
    extras: [OfferedExtra] = [], wheelchairAccessible: Bool, capacity: Int? = nil,
    luggage: Int? = nil, image: String? = nil, estimatedPriceRange: PriceRange? = nil,
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
    self.wheelchairAccessible = wheelchairAccessible
    self.capacity = capacity
    self.luggage = luggage
    self.image = image
    self.estimatedPriceRange = estimatedPriceRange
    self.userActivityForBookingInApplication = userActivityForBookingInApplication
  }

  static let blank = RideOption(
    name: .blank, optionIdentifier: .blank, usesMeteredFare: .blank, wheelchairAccessible: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("name", &name)
    try member("optionIdentifier", &optionIdentifier)
    try member("quoteIdentifier", &quoteIdentifier)
    try member("estimatedPickupDate", &estimatedPickupDate)
    try member("priceRange", &priceRange)
    try member("usesMeteredFare", &usesMeteredFare)
    try member("specialPricing", &specialPricing)
    try member("specialPricingMultiplier", &specialPricingMultiplier)
    try member("disclaimerMessage", &disclaimerMessage)
    try member(
      "availablePartySizeOptionsSelectionPrompt", &availablePartySizeOptionsSelectionPrompt)
    try member("availablePartySizeOptions", &availablePartySizeOptions)
    try member("fareLineItems", &fareLineItems)
    try member("extras", &extras)
    try member("wheelchairAccessible", &wheelchairAccessible)
    try member("capacity", &capacity)
    try member("luggage", &luggage)
    try member("image", &image)
    try member("estimatedPriceRange", &estimatedPriceRange)
    try member("userActivityForBookingInApplication", &userActivityForBookingInApplication)
  }
}

/// A price, where both are the same, or the bounds of one.
public struct PriceRange: Hashable, Sendable, MessageObject {
  /// The least.
  public var minimumPrice: DecimalNumber?
  /// The most.
  public var maximumPrice: DecimalNumber?
  /// The currency of both.
  public var currencyCode: String

  /// Of its members.
  public init(
    minimumPrice: DecimalNumber? = nil, maximumPrice: DecimalNumber? = nil, currencyCode: String
  ) {
    self.minimumPrice = minimumPrice
    self.maximumPrice = maximumPrice
    self.currencyCode = currencyCode
  }

  static let blank = PriceRange(currencyCode: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("minimumPrice", &minimumPrice)
    try member("maximumPrice", &maximumPrice)
    try member("currencyCode", &currencyCode)
  }
}

/// The price for parties of some sizes.
public struct PartySizeOption: Hashable, Sendable, MessageObject {
  /// The sizes.
  public var partySize: PartySizeRange
  /// The sizes in words.
  public var sizeDescription: String
  /// The price.
  public var priceRange: PriceRange
  /// How this price is composed.
  public var fareLineItems: [FareLineItem] = []

  /// Of its members.
  public init(
    partySize: PartySizeRange, sizeDescription: String, priceRange: PriceRange,
    fareLineItems: [FareLineItem] = []
  ) {
    self.partySize = partySize
    self.sizeDescription = sizeDescription
    self.priceRange = priceRange
    self.fareLineItems = fareLineItems
  }

  static let blank = PartySizeOption(partySize: .blank, sizeDescription: .blank, priceRange: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("partySize", &partySize)
    try member("sizeDescription", &sizeDescription)
    try member("priceRange", &priceRange)
    try member("fareLineItems", &fareLineItems)
  }
}

/// Sizes of a party, both ends included.
public struct PartySizeRange: Hashable, Sendable, MessageObject {
  /// The smallest.
  public var minimum: Int
  /// The largest; absent up to the capacity.
  public var maximum: Int?

  /// Of its members.
  public init(minimum: Int, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  static let blank = PartySizeRange(minimum: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("minimum", &minimum)
    try member("maximum", &maximum)
  }
}

/// A line of how a fare is composed.
public struct FareLineItem: Hashable, Sendable, MessageObject {
  /// What people read.
  public var title: String
  /// What the price is: the kinds `amount` and `discount` add up to the fare.
  public var kind: FareLineItem.Kind
  /// The price; that of a discount is negative.
  public var price: Money
  /// Who bears a discount.
  public var sponsor: String?

  /// Of its members.
  public init(title: String, kind: FareLineItem.Kind, price: Money, sponsor: String? = nil) {
    self.title = title
    self.kind = kind
    self.price = price
    self.sponsor = sponsor
  }

  static let blank = FareLineItem(title: .blank, kind: .blank, price: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("title", &title)
    try member("kind", &kind)
    try member(amount: "price", &price)
    try member("sponsor", &sponsor)
  }
}

extension FareLineItem {
  /// The meaning of the line's price.
  public enum Kind: Hashable, Sendable, OpenWord {
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
    /// A word of a later release.
    case other(String)

    static let known: [String: Kind] = [
      "amount": .amount, "ratePerDistance": .ratePerDistance, "ratePerTime": .ratePerTime,
      "ratePerFare": .ratePerFare, "discount": .discount,
    ]
    var unknown: String? { if case .other(let word) = self { word } else { nil } }
  }
}

/// What a rider may choose to an option, at its own price.
public struct OfferedExtra: Hashable, Sendable, MessageObject {
  /// Its key, the same in each locale; 1 to 128 bytes.
  public var extraIdentifier: String
  /// What people call it, in the locale of the answer.
  public var name: String
  /// The price of one.
  public var price: Money
  /// How many of it a ride may have.
  public var atMost: Int

  /// Of its members.
  public init(extraIdentifier: String, name: String, price: Money, atMost: Int) {
    self.extraIdentifier = extraIdentifier
    self.name = name
    self.price = price
    self.atMost = atMost
  }

  static let blank = OfferedExtra(
    extraIdentifier: .blank, name: .blank, price: .blank, atMost: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("extraIdentifier", &extraIdentifier)
    try member("name", &name)
    try member(amount: "price", &price)
    try member("atMost", &atMost)
  }
}
