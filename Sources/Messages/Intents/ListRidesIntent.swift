// Written from Operations/list-rides.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// "What have I booked?": the rides of a rider, by pages.
package struct ListRidesIntent: Hashable, Sendable {
  /// The person who asks, as the producer has authenticated them.
  package var riderIdentifier: RiderIdentifier
  /// The language of the answer; the catalogue's where it is absent.
  package var locale: String?
  /// Only rides in these phases; all of them where it is absent.
  package var phases: [RidePhase]?
  /// Only rides that were booked then or later.
  package var bookedFrom: Instant?
  /// Only rides that were booked before.
  package var bookedBefore: Instant?
  /// The last ride of the page before.
  package var afterRideIdentifier: RideIdentifier?
  /// How many at most, 10 where it is absent.
  package var maximumRides: Int?

  package init(
    riderIdentifier: RiderIdentifier, locale: String? = nil, phases: [RidePhase]? = nil,
    bookedFrom: Instant? = nil, bookedBefore: Instant? = nil,
    afterRideIdentifier: RideIdentifier? = nil, maximumRides: Int? = nil
  ) {
    self.riderIdentifier = riderIdentifier
    self.locale = locale
    self.phases = phases
    self.bookedFrom = bookedFrom
    self.bookedBefore = bookedBefore
    self.afterRideIdentifier = afterRideIdentifier
    self.maximumRides = maximumRides
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (RiderIdentifier, String?, [RidePhase]?, Instant?, Instant?, RideIdentifier?, Int?)
  {
    (riderIdentifier, locale, phases, bookedFrom, bookedBefore, afterRideIdentifier, maximumRides)
  }
}

extension ListRidesIntent {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      riderIdentifier: try fields.rider(),
      locale: try fields.locale("locale"),
      phases: try fields.words("phases", of: RidePhase.self),
      bookedFrom: try fields.instant("bookedFrom"),
      bookedBefore: try fields.instant("bookedBefore"),
      afterRideIdentifier: try fields.identifier("afterRideIdentifier").map { RideIdentifier($0) },
      maximumRides: try fields.count("maximumRides", in: 1...20))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("afterRideIdentifier", afterRideIdentifier?.rawValue)
    writer.member("bookedBefore", bookedBefore)
    writer.member("bookedFrom", bookedFrom)
    writer.member("locale", locale)
    writer.member("maximumRides", maximumRides)
    writer.member("phases", words: phases)
    writer.member("riderIdentifier", riderIdentifier.rawValue)
  }
}
