/// How far a driver's proof to have met the rider has come; each vehicle has its own.
package struct StartCheck: Hashable, Sendable {
  /// How many wrong codes end the tries.
  package static let tries = 5

  /// The wrong codes of the vehicle.
  package var wrongCodes = 0
  /// Whether the operator lets the ride start without a code.
  package var isWaived = false

  /// How many tries are left, in words.
  fileprivate var triesLeft: String {
    let left = Self.tries - wrongCodes
    return left == 1 ? "1 try is left" : "\(left) tries are left"
  }

  package init(wrongCodes: Int = 0, isWaived: Bool = false) {
    self.wrongCodes = wrongCodes
    self.isWaived = isWaived
  }
}

extension Ride {
  /// Gives the committed vehicle's ride its code, once for each vehicle; does nothing for a ride
  /// that starts without one.
  package mutating func issueStartCode(_ draw: (VehicleIdentifier) -> StartCode) {
    guard let startCheck, !startCheck.isWaived, !status.isStartHeld, status.startCode == nil,
      commitment != nil, startedAt == nil, !status.phase.isFinal,
      let vehicle = status.vehicle?.identifier
    else { return }
    status.startCode = draw(vehicle)
  }

  /// Judges the code of a report that brings the rider aboard, or claims that none has come.
  ///
  /// Nil where the report may go on. The effect of a wrong code is that it counts; the last one
  /// holds the start, until the operator allows it or another vehicle comes.
  mutating func judge(
    _ code: StartCode?, of event: RideReport, at now: Instant
  ) throws(Refusal) -> Effect? {
    guard var check = startCheck, !check.isWaived, status.phase != .ongoing else { return nil }
    guard [.started, .ended, .missedPickup].contains(event) else { return nil }
    guard !status.isStartHeld else {
      throw Refusal(
        .startHeld, "\(StartCheck.tries) wrong start codes were reported; the operator decides",
        path: "event")
    }
    if event == .missedPickup { return nil }
    guard let expected = status.startCode else {
      throw Refusal(
        .illegalMove, "expected the ride to be accepted before, so that the rider has a start code",
        path: "event")
    }
    guard let code else {
      throw Refusal(
        .wrongStartCode, "expected the code that the rider is shown, came none", path: "startCode")
    }
    if code == expected { return nil }
    check.wrongCodes += 1
    startCheck = check
    let isLast = check.wrongCodes >= StartCheck.tries
    if isLast { holdStart(at: now) }
    return Effect(
      isPublished: isLast,
      refusal: Refusal(
        .wrongStartCode,
        "the rider is shown another code; \(check.triesLeft)", path: "startCode"))
  }

  private mutating func holdStart(at now: Instant) {
    status.startCode = nil
    status.isStartHeld = true
    advance(at: now)
  }

  /// Lets a ride start without a code, whose start is held; false for any other ride.
  package mutating func allowStart(at now: Instant) -> Bool {
    guard status.isStartHeld, !status.phase.isFinal else { return false }
    startCheck = StartCheck(isWaived: true)
    status.isStartHeld = false
    freeForTheShownTime(at: now)
    advance(at: now)
    return true
  }

  /// Whether wrong codes show what a rider says of another vehicle, or of one that is not safe.
  func isWrongVehicleShown(by cause: CancellationCause?) -> Bool {
    guard cause == .wrongVehicle || cause == .feltUnsafe else { return false }
    return startCheck.map { $0.wrongCodes > 0 } ?? false
  }

  /// Starts a new proof, for another vehicle.
  mutating func resetStart() {
    if startCheck != nil { startCheck = StartCheck() }
    status.startCode = nil
    status.isStartHeld = false
  }
}
