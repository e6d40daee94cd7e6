/// Why a ride was canceled or missed: a closed list, to which a text can be added.
package enum CancellationCause: String, Sendable, CaseIterable {
  // About the rider.

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

  // About the driver.

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

  // About the operator.

  /// No vehicle was found.
  case noVehicleFound
  /// The service does not run, as in a storm.
  case serviceDisrupted

  /// Whether a rider can say it: the others are said by the operator, or by Livery.
  package var isOfRiders: Bool {
    switch self {
    case .plansChanged, .bookedByMistake, .otherTransport, .waitTooLong, .driverAsked,
      .wrongVehicle, .feltUnsafe:
      true
    case .riderAbsent, .paymentRefused, .misuse, .vehicleBrokenDown, .vehiclesDroppedOut,
      .noVehicleFound, .serviceDisrupted:
      false
    }
  }

  /// Who is at fault if it is true.
  var subject: FaultParty {
    switch self {
    case .plansChanged, .bookedByMistake, .otherTransport, .riderAbsent, .paymentRefused, .misuse:
      .rider
    case .waitTooLong, .driverAsked, .wrongVehicle, .feltUnsafe, .vehicleBrokenDown,
      .vehiclesDroppedOut:
      .driver
    case .noVehicleFound, .serviceDisrupted: .fleet
    }
  }
}

/// Who is at fault for a canceled or missed ride.
package enum FaultParty: String, Sendable, CaseIterable {
  case rider
  case driver
  case fleet = "operator"
  /// No party is known to be at fault.
  case nobody = "none"
}
