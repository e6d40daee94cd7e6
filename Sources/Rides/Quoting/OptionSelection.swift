/// What a rider chose from a list, by whatever the producer could carry.
package struct OptionSelection: Hashable, Sendable {
  /// The name in any locale of the catalogue; all that SiriKit passes on (rule L6).
  package var name: String?
  package var optionIdentifier: ProductKey?
  package var partySize: Int?

  package init(name: String?, optionIdentifier: ProductKey? = nil, partySize: Int? = nil) {
    self.name = name
    self.optionIdentifier = optionIdentifier
    self.partySize = partySize
  }
}
