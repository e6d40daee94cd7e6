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
