package import JSON
package import Rides

extension RideOptionCoding {
  /// Reads what `write` has written; texts come from the operator's catalogue and have no limit of
  /// their own.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideOption {
    RideOption(
      name: try fields.require("name", try text("name", of: fields)),
      optionIdentifier: ProductKey(
        try fields.require("optionIdentifier", try text("optionIdentifier", of: fields))),
      quoteIdentifier: try text("quoteIdentifier", of: fields),
      estimatedPickupDate: try fields.require(
        "estimatedPickupDate", try fields.instant("estimatedPickupDate")),
      priceRange: try priceRange(of: fields),
      usesMeteredFare: try fields.require("usesMeteredFare", try fields.bool("usesMeteredFare")),
      specialPricing: try text("specialPricing", of: fields),
      specialPricingMultiplier: try multiplier(of: fields),
      disclaimerMessage: try text("disclaimerMessage", of: fields),
      availablePartySizeOptionsSelectionPrompt: try text(
        "availablePartySizeOptionsSelectionPrompt", of: fields),
      availablePartySizeOptions: try fields.array("availablePartySizeOptions", partySizeOption)
        ?? [],
      fareLineItems: try fields.array("fareLineItems", fareLineItem) ?? [],
      // Rides that were booked before there were such products have neither.
      isWheelchairAccessible: try fields.bool("wheelchairAccessible") ?? false,
      userActivityForBookingInApplication: try fields.object(
        "userActivityForBookingInApplication"
      ).map(UserActivityCoding.read))
  }

  private static func text(
    _ name: String, of fields: JSONFields
  ) throws(JSONFault) -> String? {
    try fields.string(name, atMost: Int.max)
  }

  private static func priceRange(of fields: JSONFields) throws(JSONFault) -> PriceRange? {
    guard let range = try fields.object("priceRange") else { return nil }
    return try PriceRangeCoding.read(range)
  }

  private static func multiplier(of fields: JSONFields) throws(JSONFault) -> Multiplier? {
    guard let text = try text("specialPricingMultiplier", of: fields) else { return nil }
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
      partySize: try partySize(try fields.require("partySize", try fields.object("partySize"))),
      sizeDescription: try fields.require(
        "sizeDescription", try text("sizeDescription", of: fields)),
      priceRange: try fields.require("priceRange", try priceRange(of: fields)))
  }

  private static func partySize(_ fields: JSONFields) throws(JSONFault) -> PartySizeRange {
    let minimum = try fields.require("minimum", try fields.count("minimum"))
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
      title: try fields.require("title", try text("title", of: fields)),
      kind: try fields.require("kind", try fields.word("kind", of: FareLineItem.Kind.self)),
      price: try MoneyCoding.read("price", of: fields), sponsor: try text("sponsor", of: fields))
  }
}
