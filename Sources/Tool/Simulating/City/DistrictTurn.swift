import Messages
import Rides

extension District {
  /// The one message that the district sends now; nil for none.
  func turn(at now: Instant) -> CityMessage? {
    self.now = now
    if outbox.isEmpty { listen() }
    if !outbox.isEmpty { return outbox.removeFirst() }
    if let message = StoryRunner.next(in: self) { return message }
    guard vehicle.isOnDuty else { return onDuty(\.vehicle) }
    let silence = vehicle.updatedAt.seconds(to: now)
    guard silence > 60 || (silence > 12 && Int.random(in: 0..<3, using: &numbers) == 0) else {
      return nil
    }
    return onDuty(\.vehicle)
  }

  /// Whether nothing is played or on its way.
  var isIdle: Bool { runner.isOver && outbox.isEmpty && !hasOpenRide }

  /// Puts what the vehicles report into the outbox.
  private func listen() {
    for path in [\District.vehicle, \District.spare] as [ReferenceWritableKeyPath<_, CityVehicle>] {
      for report in self[keyPath: path].reports(at: now) {
        // The place of the end is where the vehicle last said that it was.
        if report.event == .ended { outbox.append(onDuty(path)) }
        outbox.append(message(report, by: self[keyPath: path].identifier))
      }
    }
  }

  /// The update of a vehicle that is on duty.
  func onDuty(_ path: ReferenceWritableKeyPath<District, CityVehicle>) -> CityMessage {
    addressed(CityMessage(StreetMessages.update(self[keyPath: path].update(at: now))))
  }

  /// The update of a vehicle that goes off duty.
  func offDuty(_ path: ReferenceWritableKeyPath<District, CityVehicle>) -> CityMessage {
    let update = self[keyPath: path].update(at: now, onDuty: false)
    return addressed(CityMessage(StreetMessages.update(update)))
  }

  /// The report of a vehicle, with what the meter shows at the end.
  private func message(
    _ report: SimulatedVehicle.Report, by vehicle: VehicleIdentifier
  ) -> CityMessage {
    let isMetered = rides[report.ride.rawValue]?.rideOption.usesMeteredFare ?? false
    guard report.event == .ended, isMetered else {
      return addressed(CityMessage(StreetMessages.report(report, by: vehicle, at: now)))
    }
    let body: Document = [
      "rideIdentifier": .text(report.ride.rawValue),
      "vehicleIdentifier": .text(vehicle.rawValue), "event": .text(report.event.rawValue),
      "occurredAt": .text(now.rfc3339),
      "meteredFare": money(memory.meter ?? Int64(800 + Int.random(in: 0..<400, using: &numbers))),
    ]
    return addressed(
      CityMessage(.rideUpdate, by: .vehicles, body).with {
        $0.properties.messageID = "\(vehicle)/\(report.ride)/\(report.event.rawValue)"
      })
  }

  /// The message with an address for its answer.
  func addressed(_ message: CityMessage) -> CityMessage {
    message.with {
      $0.properties.replyTo = Self.replyTo
      $0.properties.correlationID = "c-\(nextIdentifier())"
    }
  }

  /// The queue for the answers to the city.
  static let replyTo = "\(Role.replyPrefix)city.1"
}
