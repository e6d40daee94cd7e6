/// A business reason why something is not offered or not done: an expected answer, not a fault.
package struct Refusal: Error, Hashable, Sendable {
  /// The closed list of business reasons; the raw values go over the wire.
  package enum Reason: String, Sendable, CaseIterable {
    /// The place is not served by any area of the catalogue.
    case outsideServiceArea
    /// Pickup and drop-off are in areas that do not serve each other.
    case tooFar
    /// The area is served, but nothing can be offered now.
    case serviceTemporarilyUnavailable
    /// No product has that name or identifier here.
    case unknownOption
    /// The product exists but cannot make this trip.
    case notAvailableHere
    /// The quote is no longer valid; a new list is needed.
    case listExpired
    /// The quote was not signed by this service, or is for another trip.
    case invalidQuote
    /// The option has party-size tiers and the request names no size (rule P6).
    case partySizeRequired
    /// A party of less than one.
    case belowOne
    /// A party that does not fit into the vehicle.
    case aboveCapacity
    /// The payment method is not one of the area's.
    case unknownMethod
    /// An earlier ride of the rider is unfinished or unpaid (rule A2).
    case previousRideNeedsCompletion
    /// The ride does not exist, or is another rider's.
    case unknownRide
    /// The vehicle has never reported, or does not drive this ride.
    case unknownVehicle
    /// The event does not fit the phase of the ride.
    case illegalMove
    /// The scheduled pickup cannot be booked.
    case scheduledTooFar
  }

  package let reason: Reason
  /// What was expected and what came, for a person.
  package let message: String
  /// The field of the request at fault, such as `dropOffLocation`; nil when it is none of them.
  package let path: String?

  package init(_ reason: Reason, _ message: String, path: String? = nil) {
    self.reason = reason
    self.message = message
    self.path = path
  }
}
