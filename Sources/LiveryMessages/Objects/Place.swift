// Written from Messages by Tests/Lab/messages: change that, not this.

/// A place: a point on the earth, and what people call it.
public struct Place: Hashable, Sendable, MessageObject {
  /// In WGS 84.
  public var coordinate: Coordinate
  /// How far the place may be from the point, in meters; exact where it is absent.
  public var accuracyMetres: Double?
  /// Its name; at most 256 characters.
  public var name: String?
  /// The lines of its address; at most 256 characters; at most 16 of them.
  public var addressLines: [String] = []
  /// The city; at most 256 characters.
  public var locality: String?
  /// The state or province; at most 256 characters.
  public var administrativeArea: String?
  /// The postal code; at most 256 characters.
  public var postalCode: String?
  /// The country by ISO 3166-1 alpha-2; at most 256 characters.
  public var isoCountryCode: String?
  /// The time zone by its IANA name; at most 256 characters.
  public var timeZone: String?

  /// Of its members.
  public init(
    coordinate: Coordinate, accuracyMetres: Double? = nil, name: String? = nil,
    addressLines: [String] = [], locality: String? = nil, administrativeArea: String? = nil,
    postalCode: String? = nil, isoCountryCode: String? = nil, timeZone: String? = nil
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

  static let blank = Place(coordinate: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try coordinate.visit(&member)
    try member("accuracyMetres", &accuracyMetres)
    try member("name", &name)
    try member("addressLines", &addressLines)
    try member("locality", &locality)
    try member("administrativeArea", &administrativeArea)
    try member("postalCode", &postalCode)
    try member("isoCountryCode", &isoCountryCode)
    try member("timeZone", &timeZone)
  }
}

/// When a rider asks to be picked up.
public struct RequestedPickup: Hashable, Sendable, MessageObject {
  /// The earliest moment.
  public var start: PickupTime
  /// The latest moment; the usual where absent.
  public var end: PickupTime?

  /// Of its members.
  public init(start: PickupTime, end: PickupTime? = nil) {
    self.start = start
    self.end = end
  }

  static let blank = RequestedPickup(start: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("start", &start)
    try member("end", &end)
  }
}

/// When a vehicle comes that was booked ahead.
public struct PickupWindow: Hashable, Sendable, MessageObject {
  /// The earliest moment.
  public var start: Instant
  /// The latest moment.
  public var end: Instant
  /// The time zone of the pickup, an IANA name.
  public var timeZone: String?

  /// Of its members.
  public init(start: Instant, end: Instant, timeZone: String? = nil) {
    self.start = start
    self.end = end
    self.timeZone = timeZone
  }

  static let blank = PickupWindow(start: .blank, end: .blank)

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("start", &start)
    try member("end", &end)
    try member("timeZone", &timeZone)
  }
}
