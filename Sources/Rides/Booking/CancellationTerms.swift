/// The fees for canceling or missing a ride, fixed at the booking.
package struct CancellationTerms: Hashable, Sendable {
  package var fee: Money
  /// The moment before which canceling is free even with a committed vehicle; nil for none.
  package var threshold: Instant?
  /// How long canceling is free after the commitment of each vehicle.
  package var freeSeconds: Int
  /// The delay of a committed vehicle beyond which canceling is free.
  package var toleratedDelaySeconds: Int
  package var missedPickupFee: Money
  /// What some causes cost in the place of these fees, never more; the first that holds counts.
  package var fees: [CauseFee]

  package init(
    fee: Money, threshold: Instant?, freeSeconds: Int = 0,
    toleratedDelaySeconds: Int = CancellationPolicy.usualToleratedDelaySeconds,
    missedPickupFee: Money, fees: [CauseFee] = []
  ) {
    self.fee = fee
    self.threshold = threshold
    self.freeSeconds = freeSeconds
    self.toleratedDelaySeconds = toleratedDelaySeconds
    self.missedPickupFee = missedPickupFee
    self.fees = fees
  }
}

extension CancellationTerms {
  /// The highest fee for canceling: for a cause of the closed list that of its rows (rule D8).
  func highestFee(for cause: CancellationCause?) -> Money {
    guard let cause else { return fee }
    return CauseFee.highest(fees, for: cause, usual: fee)
  }

  /// The fee for canceling or missing a ride: that of the first row that holds, never more than the
  /// usual one (rule D8).
  func fee(
    for cause: CancellationCause, of party: FaultParty, after seconds: Double, usual: Money
  ) -> Money {
    let row = fees.first { $0.isOf(cause) && $0.holds(for: party, after: seconds) }
    return row?.fee.atMost(usual) ?? usual
  }
}

extension Ride {
  /// The fee for a missed pickup; nil if there is none, as for a driver who came too late.
  func missedPickupFee(_ party: FaultParty, at now: Instant) -> Money? {
    guard party != .driver else { return nil }
    return cancellationTerms.map { terms in
      terms.fee(
        for: .riderAbsent, of: party, after: (arrivedAt ?? now).seconds(to: now),
        usual: terms.missedPickupFee)
    }
  }
}

extension Ride {
  /// Who is at fault for a cancellation (rule D7).
  ///
  /// What riders say of themselves, and what the operator says, counts. What riders say of others
  /// counts if the ride shows it: a vehicle that is late, stalled or lost, whose arrival no
  /// position supports, or whose driver did not know the start code; without a vehicle, that one
  /// has dropped out, or that there is none.
  func party(
    of cause: CancellationCause, by actor: Cancellation.Actor, isVehicleLost: Bool,
    at now: Instant
  ) -> FaultParty {
    let subject = cause.subject
    guard actor == .user else { return subject }
    let isShown =
      switch subject {
      case .rider: true
      case .driver where commitment == nil: dropOuts > 0
      case .driver:
        isVehicleLost || isStalled || isVehicleLate(at: now) || arrivalDoubt != nil
          || boardingDoubt != nil || isWrongVehicleShown(by: cause)
      case .fleet: commitment == nil
      case .nobody: false
      }
    return isShown ? subject : .nobody
  }

  /// Who is at fault for a missed pickup: the driver who came too late, else the rider, if the
  /// positions show that the vehicle came.
  func partyOfMissedPickup(doubt: String?, at now: Instant) -> FaultParty {
    guard doubt == nil else { return .nobody }
    return isVehicleLate(at: now) ? .driver : .rider
  }

  /// Whether the committed vehicle came, or comes, later than is tolerated.
  private func isVehicleLate(at now: Instant) -> Bool {
    let arrivedAt = arrivalDoubt == nil ? arrivedAt : nil
    let tolerated =
      cancellationTerms?.toleratedDelaySeconds ?? CancellationPolicy.usualToleratedDelaySeconds
    return commitment?.isLate(tolerating: tolerated, at: arrivedAt ?? now) ?? false
  }
}
