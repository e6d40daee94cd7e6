/// A place as a rider names it: the fields of `CLPlacemark` that a back end needs, the user's own
/// words kept.
package struct Place: Hashable, Sendable {
  package var coordinate: Coordinate
  /// How far the place may be from the coordinate; nil is exact.
  package var accuracyMetres: Double?
  package var name: String?
  package var addressLines: [String]
  package var locality: String?
  package var administrativeArea: String?
  package var postalCode: String?
  /// ISO 3166-1 alpha-2.
  package var isoCountryCode: String?
  /// An IANA name.
  package var timeZone: String?

  package init(
    coordinate: Coordinate, accuracyMetres: Double? = nil, name: String? = nil,
    addressLines: [String] = [],
    locality: String? = nil, administrativeArea: String? = nil, postalCode: String? = nil,
    isoCountryCode: String? = nil, timeZone: String? = nil
  ) {
    self.coordinate = coordinate
    self.accuracyMetres = accuracyMetres
    self.name = name
    self.addressLines = addressLines
    self.locality = locality
    self.administrativeArea = administrativeArea
    self.postalCode = postalCode
    self.isoCountryCode = isoCountryCode
    self.timeZone = timeZone
  }
}
