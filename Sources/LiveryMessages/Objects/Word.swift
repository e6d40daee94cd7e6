// Written from Messages by Tests/Lab/messages: change that, not this.

/// The codes of SiriKit's responses by name.
public enum ResponseCode: Hashable, Sendable, OpenWord {
  /// A stage `confirm` has nothing to refuse.
  case ready
  /// A booking is `received`, unless the catalogue has `"bookingCodes": "modern"`; or the
  /// payment system has yet to answer a booking, a tip or a refund.
  case inProgress
  /// It was carried out or answered.
  case success
  /// Any reason without a code of its own.
  case failure
  /// `bookInAppOnly` and `paymentNeedsAction` of a booking.
  case failureRequiringAppLaunch
  /// Not sent by this release.
  case failureRequiringAppLaunchMustVerifyCredentials
  /// `outsideServiceArea` and `tooFar` of a list or a booking.
  case failureRequiringAppLaunchNoServiceInArea
  /// `serviceTemporarilyUnavailable` and `contested` of a list, a booking or a query.
  case failureRequiringAppLaunchServiceTemporarilyUnavailable
  /// `previousRideNeedsCompletion` of a list or a booking, and `previousRideNeedsFeedback` of a
  /// booking.
  case failureRequiringAppLaunchPreviousRideNeedsCompletion
  /// `previousRideNeedsFeedback` of a list.
  case failurePreviousRideNeedsFeedback
  /// `tooFarAhead` of a booking.
  case failureRequiringAppLaunchRideScheduledTooFar
  /// A word of a later release.
  case other(String)

  static let known: [String: ResponseCode] = [
    "ready": .ready, "inProgress": .inProgress, "success": .success, "failure": .failure,
    "failureRequiringAppLaunch": .failureRequiringAppLaunch,
    "failureRequiringAppLaunchMustVerifyCredentials":
      .failureRequiringAppLaunchMustVerifyCredentials,
    "failureRequiringAppLaunchNoServiceInArea": .failureRequiringAppLaunchNoServiceInArea,
    "failureRequiringAppLaunchServiceTemporarilyUnavailable":
      .failureRequiringAppLaunchServiceTemporarilyUnavailable,
    "failureRequiringAppLaunchPreviousRideNeedsCompletion":
      .failureRequiringAppLaunchPreviousRideNeedsCompletion,
    "failurePreviousRideNeedsFeedback": .failurePreviousRideNeedsFeedback,
    "failureRequiringAppLaunchRideScheduledTooFar": .failureRequiringAppLaunchRideScheduledTooFar,
  ]
  var unknown: String? { if case .other(let word) = self { word } else { nil } }
}

/// Whether to send a request again that was not carried out.
public enum RetryAdvice: String, Sendable, ClosedWord {
  /// Do not send it again: the same content gets the same answer.
  case no
  /// Send it unchanged, with the same `message_id`: no outcome was stored.
  case sameIdentifier
  /// Send it with a new `message_id`: the same content may succeed later, and the refusal is
  /// stored under the old id.
  case newIdentifier
}

/// How far a ride has come: SiriKit's `INRidePhase`.
public enum RidePhase: String, Sendable, ClosedWord {
  /// That of no ride: what `confirm` answers of one that does not exist yet.
  case unknown
  /// The service has the request and no driver is committed.
  case received
  /// A vehicle and its driver are committed.
  case confirmed
  /// The vehicle is close to the pickup.
  case approachingPickup
  /// The vehicle is at the pickup.
  case pickup
  /// The rider is aboard.
  case ongoing
  /// The ride has ended, completed or canceled; the completion status has the reason.
  case completed
}

/// Why a ride was canceled or missed: a closed list, to which a text can be added.
public enum CancellationCause: String, Sendable, ClosedWord {
  /// The rider needs no ride anymore, or another one.
  case plansChanged
  /// The rider did not mean to book it.
  case bookedByMistake
  /// The rider goes in another way.
  case otherTransport
  /// The rider did not appear.
  case riderAbsent
  /// The payment was refused.
  case paymentRefused
  /// The booking was not meant seriously, or broke the rules.
  case misuse
  /// The vehicle does not come, or comes too late.
  case waitTooLong
  /// The driver has asked the rider to cancel.
  case driverAsked
  /// The vehicle or the driver is not the one that was shown.
  case wrongVehicle
  /// The rider does not feel safe.
  case feltUnsafe
  /// The vehicle cannot drive on.
  case vehicleBrokenDown
  /// Too many drivers have dropped out.
  case vehiclesDroppedOut
  /// No vehicle was found.
  case noVehicleFound
  /// The service does not run, as in a storm.
  case serviceDisrupted
}

/// Who is at fault for a canceled or missed ride.
public enum FaultParty: String, Sendable, ClosedWord {
  case rider
  case driver
  case fleet = "operator"
  /// No party is known to be at fault.
  case nobody = "none"
}

/// A driver's report about a ride: the `event` of a `ride.update` message.
public enum RideReport: String, Sendable, ClosedWord {
  /// The driver accepts the ride.
  case accepted
  /// The driver refuses the ride; another vehicle is searched.
  case declined
  /// The vehicle is close to the pickup.
  case approaching
  /// The vehicle is at the pickup.
  case arrived
  /// The rider is aboard.
  case started
  /// The rider has left the vehicle at the end of the trip.
  case ended
  /// The driver drops out before the rider is aboard; another vehicle is searched.
  case droppedOut
  /// The rider did not appear.
  case missedPickup
}

/// The parameters of a request that the stage `resolve` answers, one by one, in any order.
public enum RequestParameter: String, Sendable, ClosedWord {
  case pickupLocation
  case dropOffLocation
  case rideOptionName
  case partySize
  case scheduledPickupTime
  case paymentMethod
}
