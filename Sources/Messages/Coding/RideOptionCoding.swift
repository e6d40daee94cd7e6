// Written from Objects by Tests/Lab/messages: change that, not this.

package import JSON
package import Rides

/// The wire form of a line of a fare.
enum FareLineItemCoding {
  static func write(_ value: FareLineItem, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("title", value.title)
    writer.member("kind", value.kind.rawValue)
    MoneyCoding.writeMembers("price", value.price, into: &writer)
    writer.member("sponsor", value.sponsor)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> FareLineItem {
    FareLineItem(
      title: try fields.requiredStoredText("title"),
      kind: try fields.requiredWord("kind", of: FareLineItem.Kind.self),
      price: try MoneyCoding.read("price", of: fields),
      sponsor: try fields.storedText("sponsor"))
  }
}

/// The wire form of an extra as a list offers it.
enum OfferedExtraCoding {
  static func write(_ value: OfferedExtra, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("extraIdentifier", value.identifier.rawValue)
    writer.member("name", value.name)
    MoneyCoding.writeMembers("price", value.price, into: &writer)
    writer.member("atMost", value.atMost)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> OfferedExtra {
    OfferedExtra(
      identifier: ExtraKey(try fields.requiredIdentifier("extraIdentifier")),
      name: try fields.requiredStoredText("name"),
      price: try MoneyCoding.read("price", of: fields),
      atMost: try fields.requiredCount("atMost"))
  }
}

/// The wire form of the price for parties of some sizes.
enum PartySizeOptionCoding {
  static func write(_ value: PartySizeOption, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("partySize", value.partySize, by: PartySizeRangeCoding.write)
    writer.member("sizeDescription", value.sizeDescription)
    writer.member("priceRange", value.priceRange, by: PriceRangeCoding.write)
    writer.member("fareLineItems", each: value.fareLineItems, by: FareLineItemCoding.write)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> PartySizeOption {
    PartySizeOption(
      partySize: try PartySizeRangeCoding.read(try fields.requiredObject("partySize")),
      sizeDescription: try fields.requiredStoredText("sizeDescription"),
      priceRange: try PriceRangeCoding.read(try fields.requiredObject("priceRange")),
      fareLineItems: try fields.objects("fareLineItems", FareLineItemCoding.read))
  }
}

/// The wire form of an option, in a list and in a ride's status alike.
package enum RideOptionCoding {
  /// Writes one object.
  package static func write(_ value: RideOption, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", value.name)
    writer.member("optionIdentifier", value.optionIdentifier.rawValue)
    writer.varyingMembers {
      $0.member("quoteIdentifier", value.quoteIdentifier)
    }
    writer.key("estimatedPickupDate")
    writer.varying { $0.instant(value.estimatedPickupDate) }
    writer.member("priceRange", value.priceRange, by: PriceRangeCoding.write)
    writer.member("usesMeteredFare", value.usesMeteredFare)
    writer.varyingMembers {
      $0.member("specialPricing", value.specialPricing)
      $0.member("specialPricingMultiplier", value.specialPricingMultiplier?.decimalString)
    }
    writer.member("disclaimerMessage", value.disclaimerMessage)
    writer.member(
      "availablePartySizeOptionsSelectionPrompt", value.availablePartySizeOptionsSelectionPrompt)
    writer.member(
      "availablePartySizeOptions", each: value.availablePartySizeOptions,
      by: PartySizeOptionCoding.write)
    if !value.fareLineItems.isEmpty {
      writer.key("fareLineItems")
      writer.varying { $0.array(value.fareLineItems, FareLineItemCoding.write) }
    }
    writer.member("extras", each: value.extras, by: OfferedExtraCoding.write)
    writer.member("wheelchairAccessible", value.isWheelchairAccessible)
    writer.member("capacity", value.capacity)
    writer.member("luggage", value.luggage)
    writer.member("image", value.image)
    writer.member("estimatedPriceRange", value.estimatedPriceRange, by: PriceRangeCoding.write)
    writer.member(
      "userActivityForBookingInApplication", value.userActivityForBookingInApplication,
      by: UserActivityCoding.write)
    writer.endObject()
  }

  /// Reads one object.
  package static func read(_ fields: JSONFields) throws(JSONFault) -> RideOption {
    RideOption(
      name: try fields.requiredStoredText("name"),
      optionIdentifier: ProductKey(try fields.requiredStoredText("optionIdentifier")),
      quoteIdentifier: try fields.storedText("quoteIdentifier"),
      estimatedPickupDate: try fields.requiredInstant("estimatedPickupDate"),
      priceRange: try fields.object("priceRange").map(PriceRangeCoding.read),
      usesMeteredFare: try fields.require("usesMeteredFare", try fields.bool("usesMeteredFare")),
      specialPricing: try fields.storedText("specialPricing"),
      specialPricingMultiplier: try fields.multiplier("specialPricingMultiplier"),
      disclaimerMessage: try fields.storedText("disclaimerMessage"),
      availablePartySizeOptionsSelectionPrompt: try fields.storedText(
        "availablePartySizeOptionsSelectionPrompt"),
      availablePartySizeOptions: try fields.objects(
        "availablePartySizeOptions", PartySizeOptionCoding.read),
      fareLineItems: try fields.objects("fareLineItems", FareLineItemCoding.read),
      extras: try fields.objects("extras", OfferedExtraCoding.read),
      isWheelchairAccessible: try fields.require(
        "wheelchairAccessible", try fields.bool("wheelchairAccessible")),
      capacity: try fields.count("capacity"),
      luggage: try fields.count("luggage"),
      image: try fields.link("image"),
      estimatedPriceRange: try fields.object("estimatedPriceRange").map(PriceRangeCoding.read),
      userActivityForBookingInApplication: try fields.object("userActivityForBookingInApplication")
        .map(UserActivityCoding.read))
  }
}

/// The wire form of a user activity, with which the operator's app continues.
enum UserActivityCoding {
  static func write(_ value: UserActivity, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("activityType", value.activityType)
    writer.member("title", value.title)
    writer.member("userInfo", value.userInfo)
    writer.endObject()
  }

  static func read(_ fields: JSONFields) throws(JSONFault) -> UserActivity {
    UserActivity(
      activityType: try fields.requiredStoredText("activityType"),
      title: try fields.requiredStoredText("title"),
      userInfo: try fields.texts("userInfo"))
  }
}
