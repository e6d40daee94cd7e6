package import JSON
package import Rides

/// The wire form of an option, in a list and in a ride's status alike.
package enum RideOptionCoding {
  /// Writes one object; what differs between the lists of one catalogue varies, so that a template
  /// has gaps there.
  package static func write(_ option: RideOption, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", option.name)
    writer.member("optionIdentifier", option.optionIdentifier.rawValue)
    writer.varyingMembers { $0.member(quoteIdentifier, option.quoteIdentifier) }
    writer.key("estimatedPickupDate")
    writer.varying { $0.instant(option.estimatedPickupDate) }
    writer.member("priceRange", option.priceRange, by: PriceRangeCoding.write)
    writer.member("usesMeteredFare", option.usesMeteredFare)
    writer.varyingMembers {
      writeSpecialPricing(option.specialPricing, option.specialPricingMultiplier, into: &$0)
    }
    writer.member("disclaimerMessage", option.disclaimerMessage)
    writer.member(
      "availablePartySizeOptionsSelectionPrompt", option.availablePartySizeOptionsSelectionPrompt)
    writer.member(
      "availablePartySizeOptions", each: option.availablePartySizeOptions, by: writePartySizeOption)
    if !option.fareLineItems.isEmpty {
      writer.key("fareLineItems")
      writer.varying { $0.array(option.fareLineItems, writeFareLineItem) }
    }
    writer.member("wheelchairAccessible", option.isWheelchairAccessible)
    writer.member(
      "userActivityForBookingInApplication", option.userActivityForBookingInApplication,
      by: UserActivityCoding.write)
    writer.endObject()
  }

  static func writeSpecialPricing(
    _ title: String?, _ multiplier: Multiplier?, into writer: inout JSONWriter
  ) {
    writer.member("specialPricing", title)
    writer.member("specialPricingMultiplier", multiplier?.decimalString)
  }

  /// The name of the member with the signed price.
  static let quoteIdentifier: StaticString = "quoteIdentifier"

  private static func writePartySizeOption(
    _ option: PartySizeOption, into writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("partySize")
    writer.beginObject()
    writer.member("minimum", option.partySize.minimum)
    writer.member("maximum", option.partySize.maximum)
    writer.endObject()
    writer.member("sizeDescription", option.sizeDescription)
    writer.member("priceRange", option.priceRange, by: PriceRangeCoding.write)
    writer.endObject()
  }

  static func writeFareLineItem(_ item: FareLineItem, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", item.title)
    writer.member("kind", item.kind.rawValue)
    MoneyCoding.writeMembers("price", item.price, into: &writer)
    writer.member("sponsor", item.sponsor)
    writer.endObject()
  }
}

extension RideOptionCoding {
  /// Reads the output of `write`; its texts come from the operator's catalogue and have no length
  /// limit.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideOption {
    RideOption(
      name: try fields.requiredStoredText("name"),
      optionIdentifier: ProductKey(
        try fields.requiredStoredText("optionIdentifier")),
      quoteIdentifier: try fields.storedText("quoteIdentifier"),
      estimatedPickupDate: try fields.requiredInstant("estimatedPickupDate"),
      priceRange: try fields.object("priceRange").map(PriceRangeCoding.read),
      usesMeteredFare: try fields.require("usesMeteredFare", try fields.bool("usesMeteredFare")),
      specialPricing: try fields.storedText("specialPricing"),
      specialPricingMultiplier: try multiplier(of: fields),
      disclaimerMessage: try fields.storedText("disclaimerMessage"),
      availablePartySizeOptionsSelectionPrompt: try fields.storedText(
        "availablePartySizeOptionsSelectionPrompt"),
      availablePartySizeOptions: try fields.array("availablePartySizeOptions", partySizeOption)
        ?? [],
      fareLineItems: try fields.array("fareLineItems", fareLineItem) ?? [],
      isWheelchairAccessible: try fields.require(
        "wheelchairAccessible", try fields.bool("wheelchairAccessible")),
      userActivityForBookingInApplication: try fields.object(
        "userActivityForBookingInApplication"
      ).map(UserActivityCoding.read))
  }

  private static func multiplier(of fields: JSONFields) throws(JSONFault) -> Multiplier? {
    guard let text = try fields.storedText("specialPricingMultiplier") else { return nil }
    do throws(MoneyError) {
      return try Multiplier(decimal: text)
    } catch {
      throw JSONFault(
        .outOfRange, path: fields.path(to: "specialPricingMultiplier"),
        "expected a multiplier such as 1.50, got \(quoted(text)): \(error)")
    }
  }

  private static func partySizeOption(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> PartySizeOption {
    let fields = try elements.object()
    return PartySizeOption(
      partySize: try partySize(try fields.requiredObject("partySize")),
      sizeDescription: try fields.requiredStoredText("sizeDescription"),
      priceRange: try fields.require(
        "priceRange", try fields.object("priceRange").map(PriceRangeCoding.read)))
  }

  private static func partySize(_ fields: JSONFields) throws(JSONFault) -> PartySizeRange {
    let minimum = try fields.requiredCount("minimum")
    guard let range = PartySizeRange(minimum: minimum, maximum: try fields.count("maximum")) else {
      throw JSONFault(.outOfRange, path: fields.path, "expected 1 <= minimum <= maximum")
    }
    return range
  }

  private static func fareLineItem(
    _ elements: inout JSONElements
  ) throws(JSONFault) -> FareLineItem {
    let fields = try elements.object()
    return FareLineItem(
      title: try fields.requiredStoredText("title"),
      kind: try fields.requiredWord("kind", of: FareLineItem.Kind.self),
      price: try MoneyCoding.read("price", of: fields), sponsor: try fields.storedText("sponsor"))
  }
}
