/// Bodies of the fleet.
enum Samples {
  static let success = #"{"code": "success"}"#

  static func status(_ sequence: Int, _ phase: String, _ more: String = "") -> String {
    #"""
    {"rideIdentifier": "ride-1", "riderIdentifier": "rider-1", "sequence": \#(sequence),
     "phase": "\#(phase)", "updatedAt": "2026-11-21T08:31:50Z",
     "pickupLocation": {"latitude": 41.8796, "longitude": -87.6237},
     "rideOption": {"name": "SUV", "optionIdentifier": "suv", "usesMeteredFare": true,
                    "wheelchairAccessible": false,
                    "estimatedPickupDate": "2026-11-21T08:45:22Z"}\#(more)}
    """#
  }

  static func update(_ sequence: Int, _ phase: String) -> String {
    #"{"code": "success", "rideStatus": \#(status(sequence, phase))}"#
  }

  /// A ride that has ended, whose payment is `settled` or `outstanding`.
  static func ended(_ sequence: Int, _ payment: String) -> String {
    let payment = #"{"state": "\#(payment)", "amount": "9.50", "currencyCode": "USD"}"#
    let completion =
      #", "completionStatus": {"outcome": "completed", "isCompleted": true, "isCanceled": false, "#
      + #""isMissedPickup": false, "payment": \#(payment)}"#
    return #"{"code": "success", "rideStatus": \#(status(sequence, "completed", completion))}"#
  }

  static func event(_ sequence: Int) -> String {
    #"""
    {"specversion": "1.0", "id": "ride-1/\#(sequence)", "source": "/livery/rides/ride-1",
     "type": "livery.ride.status-changed.v1", "subject": "ride-1", "time": "2026-11-21T08:31:50Z",
     "datacontenttype": "application/json", "sequence": "000000000\#(sequence)",
     "data": \#(status(sequence, "confirmed"))}
    """#
  }
}
