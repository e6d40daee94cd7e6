// Written from Messages by Tests/Lab/messages: change that, not this.

import Messages

/// One example of each message, all of one trip from downtown Chicago to its airport.
enum MessageExamples {
  /// The body of a request.
  static func request(_ type: MessageType) -> Document {
    switch type {
    case .listRideOptionsConfirm, .listRideOptions: asker + trip
    case .requestRideConfirm, .requestRide: booking
    case .getRideStatusConfirm, .getRideStatus, .startUpdates, .stopUpdates, .getRideReceipt,
      .shareRide:
      asker + named
    case .rideDue: named
    case .getSharedStatus: ["shareToken": "s1.example.share"]
    case .listRideOptionsResolve: listRideOptionsResolveRequest
    case .requestRideResolve: requestRideResolveRequest
    case .cancelRideConfirm, .cancelRide: cancelRideConfirmRequest
    case .sendRideFeedbackConfirm, .sendRideFeedback: sendRideFeedbackConfirmRequest
    case .updatesDue: updatesDueRequest
    case .vehicleUpdate: vehicleUpdateRequest
    case .rideUpdate: rideUpdateRequest
    case .rideRefund: rideRefundRequest
    case .rideSettlement: rideSettlementRequest
    case .paymentResult: paymentResultRequest
    case .listRides: listRidesRequest
    case .rideWaiver: rideWaiverRequest
    case .rideAdjustment: rideAdjustmentRequest
    case .rideEnd: rideEndRequest
    case .rideReassignment: rideReassignmentRequest
    case .changeRideConfirm, .changeRide: changeRideConfirmRequest
    case .sos: sosRequest
    case .rideSOS: rideSOSRequest
    case .vehiclePosition: vehiclePositionRequest
    }
  }

  /// The body of the answer to it.
  static func response(_ type: MessageType) -> Document {
    switch type {
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm: ["code": "ready"]
    case .requestRideConfirm, .changeRideConfirm: ["code": "ready", "rideStatus": prospect]
    case .sendRideFeedback, .updatesDue, .rideUpdate, .rideDue, .rideRefund, .rideSettlement,
      .paymentResult, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment, .sos, .rideSOS:
      ["code": "success"]
    case .getRideStatusConfirm: ["code": "ready", "rideStatus": confirmed]
    case .getRideStatus, .stopUpdates, .changeRide: ["code": "success", "rideStatus": confirmed]
    case .vehicleUpdate, .vehiclePosition: ["code": "success", "applied": true]
    case .getRideReceipt: ["code": "success", "receipt": receipt]
    case .getSharedStatus: ["code": "success", "sharedStatus": shared]
    case .listRideOptionsResolve: listRideOptionsResolveResponse
    case .listRideOptions: listRideOptionsResponse
    case .requestRideResolve: requestRideResolveResponse
    case .requestRide: requestRideResponse
    case .cancelRideConfirm: cancelRideConfirmResponse
    case .cancelRide: cancelRideResponse
    case .startUpdates: startUpdatesResponse
    case .listRides: listRidesResponse
    case .shareRide: shareRideResponse
    }
  }
}

extension MessageExamples {
  static let listRideOptionsResolveRequest: Document =
    asker + ["parameters": ["pickupLocation"]] + trip
  static let requestRideResolveRequest: Document =
    asker + ["parameters": ["rideOptionName", "partySize"], "rideOptionName": "Sedna"] + trip
  static let cancelRideConfirmRequest: Document =
    asker + named + [
      "reason": "changed my mind", "cause": "plansChanged",
      "maximumCancellationFee": ["amount": "8.00", "currencyCode": "USD"],
    ]
  static let sendRideFeedbackConfirmRequest: Document =
    asker + named + [
      "rating": 9, "tip": ["amount": "9.99", "currencyCode": "USD"],
      "comment": "swift and friendly",
    ]
  static let updatesDueRequest: Document =
    named + ["replyTo": "replies.livery-riders.1", "correlationIdentifier": "example-message"]
  static let vehicleUpdateRequest: Document = [
    "vehicleIdentifier": "example-vehicle", "sequence": 1, "onDuty": true, "products": ["suv"],
    "capacity": 6, "location": ["latitude": 41.8786, "longitude": -87.6403, "course": 90],
    "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
    "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
  ]
  static let rideUpdateRequest: Document =
    named + [
      "vehicleIdentifier": "example-vehicle", "event": "arrived",
      "occurredAt": "2026-11-21T08:42:10Z",
    ]
  static let rideRefundRequest: Document =
    named + ["amount": ["amount": "5.00", "currencyCode": "USD"], "reason": "detour"]
  static let rideSettlementRequest: Document = named + ["reason": "paid in cash at the office"]
  static let paymentResultRequest: Document =
    named + [
      "key": "example-ride:fare:capture:1", "outcome": "approved", "reference": "example-payment",
    ]
  static let listRidesRequest: Document =
    asker + ["phases": ["completed"], "bookedFrom": "2026-11-01T00:00:00Z", "maximumRides": 5]
  static let rideWaiverRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the street was flooded"]
  static let rideAdjustmentRequest: Document =
    named + [
      "author": "dispatcher-7", "reason": "the driver took a detour",
      "fare": ["amount": "31.50", "currencyCode": "USD"],
    ]
  static let rideEndRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the driver's phone is broken"]
  static let rideReassignmentRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the vehicle stands still"]
  static let changeRideConfirmRequest: Document =
    asker + named + [
      "dropOffLocation": ["latitude": 41.7868, "longitude": -87.7522, "name": "Midway"],
      "maximumPrice": ["amount": "70.00", "currencyCode": "USD"],
    ]
  static let sosRequest: Document =
    asker + named + [
      "location": ["latitude": 41.9102, "longitude": -87.6841, "accuracyMetres": 12],
      "note": "the doors are locked",
    ]
  static let rideSOSRequest: Document =
    named + ["vehicleIdentifier": "example-vehicle", "note": "we had an accident"]
  static let vehiclePositionRequest: Document = [
    "vehicleIdentifier": "example-vehicle", "sequence": 2,
    "location": ["latitude": 41.8789, "longitude": -87.6401, "course": 45],
  ]
  static let listRideOptionsResolveResponse: Document = [
    "code": "success",
    "resolutions": [
      "pickupLocation": [
        "result": "success",
        "value": [
          "latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute",
          "timeZone": "America/Chicago",
        ],
      ]
    ],
  ]
  static let listRideOptionsResponse: Document = [
    "code": "success", "expirationDate": "2026-11-21T08:37:28Z", "rideOptions": [suv, taxi],
    "paymentMethods": [
      ["type": "applePay", "name": "Apple Pay"], ["type": "credit", "name": "Credit card"],
    ],
  ]
  static let requestRideResolveResponse: Document = [
    "code": "success",
    "resolutions": [
      "rideOptionName": ["result": "confirmationRequired", "value": "Sedan"],
      "partySize": ["result": "notRequired"],
    ],
  ]
  static let requestRideResponse: Document = ["code": "inProgress", "rideStatus": received]
  static let cancelRideConfirmResponse: Document = [
    "code": "ready", "cancellationFee": ["amount": "8.00", "currencyCode": "USD"],
    "cancellationFeeThreshold": "2026-11-21T08:36:00Z", "rideStatus": confirmed,
  ]
  static let cancelRideResponse: Document = [
    "code": "success", "cancellationFeeThreshold": "2026-11-21T08:36:00Z", "rideStatus": canceled,
  ]
  static let startUpdatesResponse: Document = [
    "code": "success", "rideStatus": confirmed, "updatesUntil": "2026-11-22T08:34:30Z",
  ]
  static let listRidesResponse: Document = [
    "code": "success", "rides": [canceled], "hasMore": false,
  ]
  static let shareRideResponse: Document = ["code": "success", "shareToken": "s1.example.share"]
}
