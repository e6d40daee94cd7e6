import Messages

/// What the fleet writes in the examples.
extension MessageExamples {
  /// The body of the answer to the example of a request.
  static func response(to type: MessageType) -> Document {
    switch type {
    case .listRideOptionsResolve:
      ["code": "success", "resolutions": ["pickupLocation": usable(pickup)]]
    case .listRideOptions: optionList
    case .requestRideResolve:
      [
        "code": "success",
        "resolutions": [
          "rideOptionName": ["result": "confirmationRequired", "value": "Sedan"],
          "partySize": ["result": "notRequired"],
        ],
      ]
    case .requestRideConfirm:
      ["code": "ready", "rideStatus": received(phase: "unknown", sequence: 0)]
    case .requestRide:
      ["code": "inProgress", "rideStatus": received(phase: "received", sequence: 1)]
    case .cancelRideConfirm:
      ["code": "ready", "cancellationFee": dollars("8.00")] + freeUntil
        + ["rideStatus": confirmed]
    case .cancelRide: ["code": "success"] + freeUntil + ["rideStatus": canceled]
    case .getRideStatusConfirm: ["code": "ready", "rideStatus": confirmed]
    case .getRideStatus, .stopUpdates: ["code": "success", "rideStatus": confirmed]
    case .startUpdates:
      ["code": "success", "rideStatus": confirmed, "updatesUntil": "2026-11-22T08:34:30Z"]
    case .vehicleUpdate: ["code": "success", "applied": true]
    case .listRideOptionsConfirm, .sendRideFeedbackConfirm: ["code": "ready"]
    case .sendRideFeedback, .updatesDue, .rideUpdate, .rideDue, .rideRefund, .rideSettlement,
      .paymentResult:
      ["code": "success"]
    }
  }

  private static func usable(_ place: Document) -> Document {
    ["result": "success", "value": place + ["timeZone": "America/Chicago"]]
  }

  private static let freeUntil: Document = ["cancellationFeeThreshold": "2026-11-21T08:36:00Z"]

  /// The event of the change that the example of a status shows.
  static let event: Document = [
    "specversion": "1.0", "id": .text("\(ride)/2"), "source": .text("/livery/rides/\(ride)"),
    "type": "livery.ride.status-changed.v1", "subject": .text(ride),
    "time": "2026-11-21T08:34:00Z", "datacontenttype": "application/json",
    "sequence": "0000000002", "data": confirmed,
  ]
}

/// The ride: it waits for a vehicle for a minute, and is canceled a minute later.
extension MessageExamples {
  private static func received(phase: Document, sequence: Document) -> Document {
    status(phase, sequence, updatedAt: "2026-11-21T08:33:00Z")
      + estimates(pickup: "2026-11-21T08:53:00Z", dropOff: "2026-11-21T09:22:33Z") + rest
  }

  private static let confirmed =
    status("confirmed", 2, updatedAt: "2026-11-21T08:34:00Z")
    + vehicle(["phoneNumber": "+13125550103"]) + committed + rest

  private static let canceled =
    status("completed", 3, updatedAt: "2026-11-21T08:35:00Z")
    + ["completionStatus": ["outcome": "canceledByUser"]] + vehicle([:]) + committed + rest

  private static func status(
    _ phase: Document, _ sequence: Document, updatedAt: Document
  ) -> Document {
    [
      "rideIdentifier": .text(ride), "riderIdentifier": "example-rider", "sequence": sequence,
      "phase": phase, "updatedAt": updatedAt,
    ]
  }

  private static func vehicle(_ phone: Document) -> Document {
    [
      "vehicle": [
        "vehicleIdentifier": "example-vehicle",
        "location": [
          "latitude": 41.8786, "longitude": -87.6403, "course": 90,
          "timestamp": "2026-11-21T08:33:58Z",
        ],
        "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
      ],
      "driver": ["name": "Sam R.", "rating": "4.9"] + phone,
    ]
  }

  private static let committed = estimates(
    pickup: "2026-11-21T08:42:00Z", dropOff: "2026-11-21T09:11:33Z")

  private static func estimates(pickup: Document, dropOff: Document) -> Document {
    ["estimatedPickupDate": pickup, "estimatedDropOffDate": dropOff]
  }

  private static let rest: Document = [
    "pickupLocation": pickup, "dropOffLocation": dropOff,
    "rideOption": [
      "name": "SUV", "optionIdentifier": "suv", "estimatedPickupDate": "2026-11-21T08:53:00Z",
      "priceRange": price("66.62", "66.62"), "usesMeteredFare": false,
      "fareLineItems": .list(lines + [line("Additional passengers", "4.00")]),
      "wheelchairAccessible": false,
    ],
    "additionalActionActivities": [
      [
        "activityType": "org.example.rides.share", "title": "Share the ride",
        "userInfo": ["rideIdentifier": .text(ride)],
      ]
    ],
  ]
}

/// The list.
extension MessageExamples {
  private static let optionList: Document = [
    "code": "success", "expirationDate": "2026-11-21T08:37:28Z", "rideOptions": [suv, taxi],
    "paymentMethods": [
      ["type": "applePay", "name": "Apple Pay"], ["type": "credit", "name": "Credit card"],
    ],
  ]

  private static let suv: Document = [
    "name": "SUV", "optionIdentifier": "suv", "quoteIdentifier": "q3.example.quote",
    "estimatedPickupDate": "2026-11-21T08:40:28Z", "priceRange": price("62.62", "70.62"),
    "usesMeteredFare": false, "availablePartySizeOptionsSelectionPrompt": "Choose a party size",
    "availablePartySizeOptions": [
      size(["minimum": 1, "maximum": 1], "1 person", "62.62"),
      size(["minimum": 2, "maximum": 3], "2-3 people", "66.62"),
      size(["minimum": 4], "4+ people", "70.62"),
    ],
    "fareLineItems": .list(lines), "wheelchairAccessible": false,
  ]

  private static let taxi: Document = [
    "name": "Taxi", "optionIdentifier": "taxi", "quoteIdentifier": "q3.example.meter",
    "estimatedPickupDate": "2026-11-21T08:38:10Z", "usesMeteredFare": true,
    "fareLineItems": [
      line("Base charge", "3.25"), line("Airport fee", "4.00"),
      line("Per mile", "2.25", "ratePerDistance"), line("Per minute", "0.33", "ratePerTime"),
    ],
    "wheelchairAccessible": false,
  ]

  /// What parties of any size pay; they add up to the lowest price.
  private static let lines = [
    line("Base charge", "5.00"), line("Distance", "40.28"), line("Time", "10.34"),
    line("SUV surcharge", "3.00"), line("Airport fee", "4.00"),
  ]

  private static func line(
    _ title: String, _ price: String, _ kind: String = "amount"
  ) -> Document {
    ["title": .text(title), "kind": .text(kind), "price": .text(price), "currencyCode": "USD"]
  }

  private static func price(_ minimum: String, _ maximum: String) -> Document {
    ["minimumPrice": .text(minimum), "maximumPrice": .text(maximum), "currencyCode": "USD"]
  }

  private static func size(_ range: Document, _ words: String, _ amount: String) -> Document {
    ["partySize": range, "sizeDescription": .text(words), "priceRange": price(amount, amount)]
  }
}
