// Written from Messages by Tests/Lab/messages: change that, not this.

/// What the examples of the messages share.
extension MessageExamples {
  static let asker: Document = ["riderIdentifier": "example-rider", "locale": "en_US"]
  static let named: Document = ["rideIdentifier": "example-ride"]
  static let pickup: Document = [
    "latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute",
  ]
  static let dropOff: Document = ["latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"]
  static let trip: Document = ["pickupLocation": pickup, "dropOffLocation": dropOff]
  static let booking: Document =
    asker + [
      "rideOptionName": "SUV", "maximumPrice": ["amount": "120.00", "currencyCode": "USD"],
      "partySize": 3,
    ] + trip + ["paymentMethod": ["type": "applePay"]]
  static let rider: Document = [
    "rideIdentifier": "example-ride", "riderIdentifier": "example-rider",
  ]
  static let waiting: Document = [
    "updatedAt": "2026-11-21T08:33:00Z", "estimatedPickupDate": "2026-11-21T08:53:00Z",
    "estimatedDropOffDate": "2026-11-21T09:22:33Z",
  ]
  static let estimates: Document = [
    "estimatedPickupDate": "2026-11-21T08:42:00Z", "estimatedDropOffDate": "2026-11-21T09:11:33Z",
  ]
  static let vehicle: Document = [
    "vehicleIdentifier": "example-vehicle",
    "location": [
      "latitude": 41.8786, "longitude": -87.6403, "course": 90, "timestamp": "2026-11-21T08:33:58Z",
    ], "registrationPlate": "LV 1003", "manufacturer": "Toyota", "model": "Sienna",
  ]
  static let share: Document = [
    "activityType": "org.example.rides.share", "title": "Share the ride",
    "userInfo": ["rideIdentifier": "example-ride"],
  ]
  static let option: Document = [
    "name": "SUV", "optionIdentifier": "suv", "estimatedPickupDate": "2026-11-21T08:53:00Z",
    "priceRange": price, "usesMeteredFare": false,
    "fareLineItems": [base, distance, time, surcharge, airport, passengers],
    "wheelchairAccessible": false,
  ]
  static let booked: Document = [
    "pickupLocation": pickup, "dropOffLocation": dropOff, "rideOption": option,
    "additionalActionActivities": [share],
  ]
  static let prospect: Document = rider + ["sequence": 0, "phase": "unknown"] + waiting + booked
  static let received: Document = rider + ["sequence": 1, "phase": "received"] + waiting + booked
  static let confirmed: Document =
    rider + [
      "sequence": 2, "phase": "confirmed", "updatedAt": "2026-11-21T08:34:00Z", "vehicle": vehicle,
      "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
    ] + estimates + booked
  static let shared: Document =
    estimates + trip + [
      "phase": "confirmed", "updatedAt": "2026-11-21T08:34:00Z", "vehicle": vehicle,
      "driver": ["name": "Sam"],
    ]
  static let canceled: Document =
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
  static let receipt: Document = [
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
  static let sosEvent: Document = [
    "specversion": "1.0", "id": "example-ride/sos/1", "source": "/livery/rides/example-ride",
    "type": "livery.ride.sos.v1", "subject": "example-ride", "time": "2026-11-21T08:51:07Z",
    "datacontenttype": "application/json",
    "data": [
      "rideIdentifier": "example-ride", "riderIdentifier": "example-rider", "phase": "ongoing",
      "call": [
        "number": 1, "caller": "rider", "messageIdentifier": "example-sos",
        "calledAt": "2026-11-21T08:51:07Z",
        "location": ["latitude": 41.9102, "longitude": -87.6841, "accuracyMetres": 12],
        "note": "the doors are locked",
      ], "vehicle": vehicle,
      "driver": ["name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550103"],
    ],
  ]
  static let base: Document = [
    "title": "Base charge", "kind": "amount", "price": "5.00", "currencyCode": "USD",
  ]
  static let distance: Document = [
    "title": "Distance", "kind": "amount", "price": "40.28", "currencyCode": "USD",
  ]
  static let time: Document = [
    "title": "Time", "kind": "amount", "price": "10.34", "currencyCode": "USD",
  ]
  static let surcharge: Document = [
    "title": "SUV surcharge", "kind": "amount", "price": "3.00", "currencyCode": "USD",
  ]
  static let airport: Document = [
    "title": "Airport fee", "kind": "amount", "price": "4.00", "currencyCode": "USD",
  ]
  static let passengers: Document = [
    "title": "Additional passengers", "kind": "amount", "price": "4.00", "currencyCode": "USD",
  ]
  static let taxiBase: Document = [
    "title": "Base charge", "kind": "amount", "price": "3.25", "currencyCode": "USD",
  ]
  static let perMile: Document = [
    "title": "Per mile", "kind": "ratePerDistance", "price": "2.25", "currencyCode": "USD",
  ]
  static let perMinute: Document = [
    "title": "Per minute", "kind": "ratePerTime", "price": "0.33", "currencyCode": "USD",
  ]
  static let alone: Document = [
    "minimumPrice": "62.62", "maximumPrice": "62.62", "currencyCode": "USD",
  ]
  static let price: Document = [
    "minimumPrice": "66.62", "maximumPrice": "66.62", "currencyCode": "USD",
  ]
  static let most: Document = [
    "minimumPrice": "70.62", "maximumPrice": "70.62", "currencyCode": "USD",
  ]
  static let one: Document = [
    "partySize": ["minimum": 1, "maximum": 1], "sizeDescription": "1 person", "priceRange": alone,
  ]
  static let few: Document = [
    "partySize": ["minimum": 2, "maximum": 3], "sizeDescription": "2-3 people", "priceRange": price,
  ]
  static let many: Document = [
    "partySize": ["minimum": 4], "sizeDescription": "4+ people", "priceRange": most,
  ]
  static let suv: Document = [
    "name": "SUV", "optionIdentifier": "suv", "quoteIdentifier": "q3.example.quote",
    "estimatedPickupDate": "2026-11-21T08:40:28Z",
    "priceRange": ["minimumPrice": "62.62", "maximumPrice": "70.62", "currencyCode": "USD"],
    "usesMeteredFare": false, "availablePartySizeOptionsSelectionPrompt": "Choose a party size",
    "availablePartySizeOptions": [one, few, many],
    "fareLineItems": [base, distance, time, surcharge, airport], "wheelchairAccessible": false,
  ]
  static let taxi: Document = [
    "name": "Taxi", "optionIdentifier": "taxi", "quoteIdentifier": "q3.example.meter",
    "estimatedPickupDate": "2026-11-21T08:38:10Z", "usesMeteredFare": true,
    "fareLineItems": [taxiBase, airport, perMile, perMinute], "wheelchairAccessible": false,
  ]
}
