// Written from Operations/ride-update.toml by Tests/Lab/messages: change that, not this.

import JSON
package import Rides

/// What a driver reports of a ride: the body of a `ride.update` message.
package struct RideUpdateReport: Hashable, Sendable {
  /// The ride.
  package var rideIdentifier: RideIdentifier
  /// The vehicle, as its operator calls it.
  package var vehicleIdentifier: VehicleIdentifier
  /// What has happened.
  package var event: RideReport
  /// When, by the clock of the vehicle.
  package var occurredAt: Instant
  /// What the meter shows at the end.
  package var meteredFare: Money?
  /// The tolls and fees that were paid on the way, at the end.
  package var tolls: [PaidToll]
  /// What the rider was shown, with `started`, or with `ended` where no start was reported.
  package var startCode: StartCode?

  package init(
    rideIdentifier: RideIdentifier, vehicleIdentifier: VehicleIdentifier, event: RideReport,
    occurredAt: Instant, meteredFare: Money? = nil, tolls: [PaidToll] = [],
    startCode: StartCode? = nil
  ) {
    self.rideIdentifier = rideIdentifier
    self.vehicleIdentifier = vehicleIdentifier
    self.event = event
    self.occurredAt = occurredAt
    self.meteredFare = meteredFare
    self.tolls = tolls
    self.startCode = startCode
  }

  /// All that the message says: who takes it apart fails to compile when there is more.
  package var members:
    (RideIdentifier, VehicleIdentifier, RideReport, Instant, Money?, [PaidToll], StartCode?)
  {
    (rideIdentifier, vehicleIdentifier, event, occurredAt, meteredFare, tolls, startCode)
  }
}

extension RideUpdateReport {
  init(_ fields: JSONFields) throws(JSONFault) {
    self.init(
      rideIdentifier: try fields.ride(),
      vehicleIdentifier: try fields.vehicle(),
      event: try fields.requiredWord("event", of: RideReport.self),
      occurredAt: try fields.require("occurredAt", try fields.instant("occurredAt")),
      meteredFare: try fields.object("meteredFare").map(MoneyCoding.fare),
      tolls: try fields.objects("tolls", PaidTollCoding.read),
      startCode: try fields.startCode("startCode"))
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("rideIdentifier", rideIdentifier.rawValue)
    writer.member("vehicleIdentifier", vehicleIdentifier.rawValue)
    writer.member("event", event.rawValue)
    writer.member("occurredAt", occurredAt)
    writer.member("meteredFare", meteredFare, by: MoneyCoding.write)
    writer.member("tolls", each: tolls, by: PaidTollCoding.write)
    writer.member("startCode", startCode?.digits)
  }
}
