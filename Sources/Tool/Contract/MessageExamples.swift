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
    }
  }

  /// The body of the answer to it.
  static func response(_ type: MessageType) -> Document {
    switch type {
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm: ["code": "ready"]
    case .requestRideConfirm, .changeRideConfirm: ["code": "ready", "rideStatus": prospect]
    case .sendRideFeedback, .updatesDue, .rideUpdate, .rideDue, .rideRefund, .rideSettlement,
      .paymentResult, .rideWaiver, .rideAdjustment, .rideEnd, .rideReassignment:
      ["code": "success"]
    case .getRideStatusConfirm: ["code": "ready", "rideStatus": confirmed]
    case .getRideStatus, .stopUpdates, .changeRide: ["code": "success", "rideStatus": confirmed]
    case .vehicleUpdate: ["code": "success", "applied": true]
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
  private static let asker: Document = ["riderIdentifier": "example-rider", "locale": "en_US"]
  private static let named: Document = ["rideIdentifier": "example-ride"]
  private static let pickup: Document = [
    "latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute",
  ]
  private static let dropOff: Document = [
    "latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare",
  ]
  private static let trip: Document = ["pickupLocation": pickup, "dropOffLocation": dropOff]
  private static let booking: Document =
    asker + [
      "rideOptionName": "SUV", "maximumPrice": ["amount": "120.00", "currencyCode": "USD"],
      "partySize": 3,
    ] + trip + ["paymentMethod": ["type": "applePay"]]
  private static let rider: Document = [
    "rideIdentifier": "example-ride", "riderIdentifier": "example-rider",
  ]
  private static let waiting: Document = [
    "updatedAt": "2026-11-21T08:33:00Z", "estimatedPickupDate": "2026-11-21T08:53:00Z",
    "estimatedDropOffDate": "2026-11-21T09:22:33Z",
  ]
  private static let estimates: Document = [
    "estimatedPickupDate": "2026-11-21T08:42:00Z", "estimatedDropOffDate": "2026-11-21T09:11:33Z",
  ]
  private static let vehicle: Document = [
    "vehicleIdentifier": "example-vehicle",
    "location": [
      "latitude": 41.8786, "longitude": -87.6403, "course": 90, "timestamp": "2026-11-21T08:33:58Z",
    ], "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
  ]
  private static let share: Document = [
    "activityType": "org.example.rides.share", "title": "Share the ride",
    "userInfo": ["rideIdentifier": "example-ride"],
  ]
  private static let option: Document = [
    "name": "SUV", "optionIdentifier": "suv", "estimatedPickupDate": "2026-11-21T08:53:00Z",
    "priceRange": price, "usesMeteredFare": false,
    "fareLineItems": [base, distance, time, surcharge, airport, passengers],
    "wheelchairAccessible": false,
  ]
  private static let booked: Document = [
    "pickupLocation": pickup, "dropOffLocation": dropOff, "rideOption": option,
    "additionalActionActivities": [share],
  ]
  private static let prospect: Document =
    rider + ["sequence": 0, "phase": "unknown"] + waiting + booked
  private static let received: Document =
    rider + ["sequence": 1, "phase": "received"] + waiting + booked
  private static let confirmed: Document =
    rider + [
      "sequence": 2, "phase": "confirmed", "updatedAt": "2026-11-21T08:34:00Z", "vehicle": vehicle,
      "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
    ] + estimates + booked
  private static let shared: Document =
    estimates + trip + [
      "phase": "confirmed", "updatedAt": "2026-11-21T08:34:00Z", "vehicle": vehicle,
      "driver": ["name": "Sam"],
    ]
  private static let canceled: Document =
    rider + [
      "sequence": 3, "phase": "completed", "updatedAt": "2026-11-21T08:35:00Z",
      "completionStatus": ["outcome": "canceledByUser"], "vehicle": vehicle,
      "driver": ["name": "Sam R.", "rating": "4.9"],
    ] + estimates + booked
  static let event: Document = [
    "specversion": "1.0", "id": "example-ride/2", "source": "/livery/rides/example-ride",
    "type": "livery.ride.status-changed.v1", "subject": "example-ride",
    "time": "2026-11-21T08:34:00Z", "datacontenttype": "application/json", "sequence": "0000000002",
    "data": confirmed,
  ]
  private static let receipt: Document = [
    "rideIdentifier": "example-ride", "riderIdentifier": "example-rider", "number": 4,
    "outcome": "completed", "price": ["amount": "66.62", "currencyCode": "USD"],
    "fareLineItems": [base, distance, time, surcharge, airport, passengers],
    "payments": [
      ["means": "paymentMethod", "amount": "66.62", "currencyCode": "USD", "type": "applePay"]
    ], "drivenMetres": 27350, "requestedAt": "2026-11-21T08:33:00Z",
    "arrivedAt": "2026-11-21T08:42:00Z", "startedAt": "2026-11-21T08:44:00Z",
    "endedAt": "2026-11-21T09:13:33Z", "timeZone": "America/Chicago",
  ]
  static let receiptEvent: Document = [
    "specversion": "1.0", "id": "example-ride/receipt/4", "source": "/livery/rides/example-ride",
    "type": "livery.ride.receipt.v1", "subject": "example-ride", "time": "2026-11-21T09:13:34Z",
    "datacontenttype": "application/json", "data": receipt,
  ]
  static let assignment: Document = [
    "vehicleIdentifier": "example-vehicle", "rideIdentifier": "example-ride", "sequence": 2,
    "state": "assigned", "phase": "confirmed", "updatedAt": "2026-11-21T08:34:00Z",
    "expiresAt": "2026-11-21T08:44:00Z", "riderName": "Jane", "riderPhone": "+13125550177",
    "note": "by the side door", "partySize": 3, "pickupLocation": pickup,
    "dropOffLocation": dropOff,
  ]
  private static let base: Document = [
    "title": "Base charge", "kind": "amount", "price": "5.00", "currencyCode": "USD",
  ]
  private static let distance: Document = [
    "title": "Distance", "kind": "amount", "price": "40.28", "currencyCode": "USD",
  ]
  private static let time: Document = [
    "title": "Time", "kind": "amount", "price": "10.34", "currencyCode": "USD",
  ]
  private static let surcharge: Document = [
    "title": "SUV surcharge", "kind": "amount", "price": "3.00", "currencyCode": "USD",
  ]
  private static let airport: Document = [
    "title": "Airport fee", "kind": "amount", "price": "4.00", "currencyCode": "USD",
  ]
  private static let passengers: Document = [
    "title": "Additional passengers", "kind": "amount", "price": "4.00", "currencyCode": "USD",
  ]
  private static let taxiBase: Document = [
    "title": "Base charge", "kind": "amount", "price": "3.25", "currencyCode": "USD",
  ]
  private static let perMile: Document = [
    "title": "Per mile", "kind": "ratePerDistance", "price": "2.25", "currencyCode": "USD",
  ]
  private static let perMinute: Document = [
    "title": "Per minute", "kind": "ratePerTime", "price": "0.33", "currencyCode": "USD",
  ]
  private static let alone: Document = [
    "minimumPrice": "62.62", "maximumPrice": "62.62", "currencyCode": "USD",
  ]
  private static let price: Document = [
    "minimumPrice": "66.62", "maximumPrice": "66.62", "currencyCode": "USD",
  ]
  private static let most: Document = [
    "minimumPrice": "70.62", "maximumPrice": "70.62", "currencyCode": "USD",
  ]
  private static let one: Document = [
    "partySize": ["minimum": 1, "maximum": 1], "sizeDescription": "1 person", "priceRange": alone,
  ]
  private static let few: Document = [
    "partySize": ["minimum": 2, "maximum": 3], "sizeDescription": "2-3 people", "priceRange": price,
  ]
  private static let many: Document = [
    "partySize": ["minimum": 4], "sizeDescription": "4+ people", "priceRange": most,
  ]
  private static let suv: Document = [
    "name": "SUV", "optionIdentifier": "suv", "quoteIdentifier": "q3.example.quote",
    "estimatedPickupDate": "2026-11-21T08:40:28Z",
    "priceRange": ["minimumPrice": "62.62", "maximumPrice": "70.62", "currencyCode": "USD"],
    "usesMeteredFare": false, "availablePartySizeOptionsSelectionPrompt": "Choose a party size",
    "availablePartySizeOptions": [one, few, many],
    "fareLineItems": [base, distance, time, surcharge, airport], "wheelchairAccessible": false,
  ]
  private static let taxi: Document = [
    "name": "Taxi", "optionIdentifier": "taxi", "quoteIdentifier": "q3.example.meter",
    "estimatedPickupDate": "2026-11-21T08:38:10Z", "usesMeteredFare": true,
    "fareLineItems": [taxiBase, airport, perMile, perMinute], "wheelchairAccessible": false,
  ]
  private static let listRideOptionsResolveRequest: Document =
    asker + ["parameters": ["pickupLocation"]] + trip
  private static let requestRideResolveRequest: Document =
    asker + ["parameters": ["rideOptionName", "partySize"], "rideOptionName": "Sedna"] + trip
  private static let cancelRideConfirmRequest: Document =
    asker + named + [
      "reason": "changed my mind", "cause": "plansChanged",
      "maximumCancellationFee": ["amount": "8.00", "currencyCode": "USD"],
    ]
  private static let sendRideFeedbackConfirmRequest: Document =
    asker + named + [
      "rating": 9, "tip": ["amount": "9.99", "currencyCode": "USD"],
      "comment": "swift and friendly",
    ]
  private static let updatesDueRequest: Document =
    named + ["replyTo": "replies.livery-riders.1", "correlationIdentifier": "example-message"]
  private static let vehicleUpdateRequest: Document = [
    "vehicleIdentifier": "example-vehicle", "sequence": 1, "onDuty": true, "products": ["suv"],
    "capacity": 6, "location": ["latitude": 41.8786, "longitude": -87.6403, "course": 90],
    "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
    "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
  ]
  private static let rideUpdateRequest: Document =
    named + [
      "vehicleIdentifier": "example-vehicle", "event": "arrived",
      "occurredAt": "2026-11-21T08:42:10Z",
    ]
  private static let rideRefundRequest: Document =
    named + ["amount": ["amount": "5.00", "currencyCode": "USD"], "reason": "detour"]
  private static let rideSettlementRequest: Document =
    named + ["reason": "paid in cash at the office"]
  private static let paymentResultRequest: Document =
    named + [
      "key": "example-ride:fare:capture:1", "outcome": "approved", "reference": "example-payment",
    ]
  private static let listRidesRequest: Document =
    asker + ["phases": ["completed"], "bookedFrom": "2026-11-01T00:00:00Z", "maximumRides": 5]
  private static let rideWaiverRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the street was flooded"]
  private static let rideAdjustmentRequest: Document =
    named + [
      "author": "dispatcher-7", "reason": "the driver took a detour",
      "fare": ["amount": "31.50", "currencyCode": "USD"],
    ]
  private static let rideEndRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the driver's phone is broken"]
  private static let rideReassignmentRequest: Document =
    named + ["author": "dispatcher-7", "reason": "the vehicle stands still"]
  private static let changeRideConfirmRequest: Document =
    asker + named + [
      "dropOffLocation": ["latitude": 41.7868, "longitude": -87.7522, "name": "Midway"],
      "maximumPrice": ["amount": "70.00", "currencyCode": "USD"],
    ]
  private static let listRideOptionsResolveResponse: Document = [
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
  private static let listRideOptionsResponse: Document = [
    "code": "success", "expirationDate": "2026-11-21T08:37:28Z", "rideOptions": [suv, taxi],
    "paymentMethods": [
      ["type": "applePay", "name": "Apple Pay"], ["type": "credit", "name": "Credit card"],
    ],
  ]
  private static let requestRideResolveResponse: Document = [
    "code": "success",
    "resolutions": [
      "rideOptionName": ["result": "confirmationRequired", "value": "Sedan"],
      "partySize": ["result": "notRequired"],
    ],
  ]
  private static let requestRideResponse: Document = ["code": "inProgress", "rideStatus": received]
  private static let cancelRideConfirmResponse: Document = [
    "code": "ready", "cancellationFee": ["amount": "8.00", "currencyCode": "USD"],
    "cancellationFeeThreshold": "2026-11-21T08:36:00Z", "rideStatus": confirmed,
  ]
  private static let cancelRideResponse: Document = [
    "code": "success", "cancellationFeeThreshold": "2026-11-21T08:36:00Z", "rideStatus": canceled,
  ]
  private static let startUpdatesResponse: Document = [
    "code": "success", "rideStatus": confirmed, "updatesUntil": "2026-11-22T08:34:30Z",
  ]
  private static let listRidesResponse: Document = [
    "code": "success", "rides": [canceled], "hasMore": false,
  ]
  private static let shareRideResponse: Document = [
    "code": "success", "shareToken": "s1.example.share",
  ]
}
