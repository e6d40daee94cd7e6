package import JSON
package import Rides

/// The wire form of an option, in a list and in a ride's status alike.
package enum RideOptionCoding {
  /// Writes one object.
  package static func write(_ option: RideOption, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", option.name)
    writer.member("optionIdentifier", option.optionIdentifier.rawValue)
    writer.member("quoteIdentifier", option.quoteIdentifier)
    writer.member("estimatedPickupDate", option.estimatedPickupDate)
    writer.member("priceRange", option.priceRange, by: PriceRangeCoding.write)
    writer.member("usesMeteredFare", option.usesMeteredFare)
    writer.member("specialPricing", option.specialPricing)
    writer.member(
      "specialPricingMultiplier", option.specialPricingMultiplier?.decimalString)
    writer.member("disclaimerMessage", option.disclaimerMessage)
    writer.member(
      "availablePartySizeOptionsSelectionPrompt", option.availablePartySizeOptionsSelectionPrompt)
    writer.member(
      "availablePartySizeOptions", each: option.availablePartySizeOptions, by: writePartySizeOption)
    writer.member("fareLineItems", each: option.fareLineItems, by: writeFareLineItem)
    writer.member("wheelchairAccessible", option.isWheelchairAccessible)
    writer.member(
      "userActivityForBookingInApplication", option.userActivityForBookingInApplication,
      by: UserActivityCoding.write)
    writer.endObject()
  }

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

  private static func writeFareLineItem(_ item: FareLineItem, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", item.title)
    writer.member("kind", item.kind.rawValue)
    MoneyCoding.writeMembers("price", item.price, into: &writer)
    writer.member("sponsor", item.sponsor)
    writer.endObject()
  }
}
