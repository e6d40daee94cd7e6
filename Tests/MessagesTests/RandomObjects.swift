// Written from Objects by Tests/Lab/messages: change that, not this.

import Messages
import Rides

/// Objects with every optional member now there and now not.
enum RandomObjects {
  static func bookedExtra(_ random: inout RandomRides) -> BookedExtra {
    BookedExtra(
      identifier: ExtraKey(random.identifier()),
      name: random.anyText(),
      count: random.number(1...1000))
  }

  static func completionStatus(_ random: inout RandomRides) -> CompletionStatus {
    CompletionStatus(
      outcome: random.pick(CompletionStatus.Outcome.allCases),
      cause: random.maybe { $0.pick(CancellationCause.allCases) },
      party: random.maybe { $0.pick(FaultParty.allCases) },
      causeText: random.maybe { $0.anyText() },
      payment: random.maybe { RandomObjects.payment(&$0) },
      refunds: random.many(3) { RandomObjects.transfer(&$0) },
      tip: random.maybe { RandomObjects.transfer(&$0) },
      startedAt: random.maybe { $0.moment() },
      endedAt: random.maybe { $0.moment() },
      drivenMetres: random.maybe { $0.number(1...1000) },
      timeZone: random.maybe { $0.anyText() },
      feedback: random.many(3) { $0.pick(CompletionStatus.Feedback.allCases) },
      defaultTippingOptions: random.many(3) { $0.amount() },
      userActivity: random.maybe { RandomObjects.userActivity(&$0) })
  }

  static func driverOfRide(_ random: inout RandomRides) -> Driver {
    Driver(
      name: random.text(),
      rating: random.maybe { $0.text() },
      phoneNumber: random.maybe { $0.text() },
      image: random.maybe { $0.link() })
  }

  static func extraCount(_ random: inout RandomRides) -> ExtraCount {
    ExtraCount(
      identifier: ExtraKey(random.identifier()),
      count: random.number(1...99))
  }

  static func fareLineItem(_ random: inout RandomRides) -> FareLineItem {
    FareLineItem(
      title: random.anyText(),
      kind: random.pick(FareLineItem.Kind.allCases),
      price: random.amount(),
      sponsor: random.maybe { $0.anyText() })
  }

  static func helpCall(_ random: inout RandomRides) -> HelpCall {
    HelpCall(
      number: random.number(1...1000),
      caller: random.pick(HelpCall.Caller.allCases),
      vehicle: random.maybe { VehicleIdentifier($0.identifier()) },
      messageIdentifier: random.anyText(),
      calledAt: random.moment(),
      location: random.maybe { RandomObjects.place(&$0) },
      note: random.maybe { $0.anyText() })
  }

  static func offeredExtra(_ random: inout RandomRides) -> OfferedExtra {
    OfferedExtra(
      identifier: ExtraKey(random.identifier()),
      name: random.anyText(),
      price: random.amount(),
      atMost: random.number(1...1000))
  }

  static func paidToll(_ random: inout RandomRides) -> PaidToll {
    PaidToll(
      identifier: random.text(),
      amount: random.positivePrice())
  }

  static func partySizeOption(_ random: inout RandomRides) -> PartySizeOption {
    PartySizeOption(
      partySize: random.partySizeRange(),
      sizeDescription: random.anyText(),
      priceRange: random.priceRange(),
      fareLineItems: random.many(3) { RandomObjects.fareLineItem(&$0) })
  }

  static func paymentMethod(_ random: inout RandomRides) -> PaymentMethod {
    PaymentMethod(
      kind: random.pick(PaymentMethod.Kind.allCases),
      name: random.maybe { $0.text() },
      identificationHint: random.maybe { $0.text() },
      token: random.maybe { $0.text() },
      expirationDate: random.maybe { $0.moment() },
      image: random.maybe { $0.link() })
  }

  static func payment(_ random: inout RandomRides) -> CompletionStatus.Payment {
    CompletionStatus.Payment(
      state: random.pick(CompletionStatus.Payment.State.allCases),
      amount: random.amount())
  }

  static func place(_ random: inout RandomRides) -> Place {
    Place(
      coordinate: random.coordinate(),
      accuracyMetres: random.maybe { Double($0.number(0...5000)) / 4 },
      name: random.maybe { $0.lines() },
      addressLines: random.many(3) { $0.lines() },
      locality: random.maybe { $0.lines() },
      administrativeArea: random.maybe { $0.lines() },
      postalCode: random.maybe { $0.lines() },
      isoCountryCode: random.maybe { $0.lines() },
      timeZone: random.maybe { $0.lines() })
  }

  static func rideOption(_ random: inout RandomRides) -> RideOption {
    RideOption(
      name: random.anyText(),
      optionIdentifier: ProductKey(random.identifier()),
      quoteIdentifier: random.maybe { $0.anyText() },
      estimatedPickupDate: random.moment(),
      priceRange: random.maybe { $0.priceRange() },
      usesMeteredFare: random.chance(),
      specialPricing: random.maybe { $0.anyText() },
      specialPricingMultiplier: random.maybe { Multiplier(basisPoints: $0.number(0...99_999)) },
      disclaimerMessage: random.maybe { $0.anyText() },
      availablePartySizeOptionsSelectionPrompt: random.maybe { $0.anyText() },
      availablePartySizeOptions: random.many(3) { RandomObjects.partySizeOption(&$0) },
      fareLineItems: random.many(3) { RandomObjects.fareLineItem(&$0) },
      extras: random.many(3) { RandomObjects.offeredExtra(&$0) },
      isWheelchairAccessible: random.chance(),
      capacity: random.maybe { $0.number(1...1000) },
      luggage: random.maybe { $0.number(1...1000) },
      image: random.maybe { $0.link() },
      estimatedPriceRange: random.maybe { $0.priceRange() },
      userActivityForBookingInApplication: random.maybe { RandomObjects.userActivity(&$0) })
  }

  static func rideStatus(_ random: inout RandomRides) -> RideStatus {
    RideStatus(
      rideIdentifier: RideIdentifier(random.identifier()),
      riderIdentifier: RiderIdentifier(random.identifier()),
      sequence: random.number(1...1000),
      phase: random.pick(RidePhase.allCases),
      updatedAt: random.moment(),
      completionStatus: random.maybe { RandomObjects.completionStatus(&$0) },
      vehicle: random.maybe { RandomObjects.vehicleOfRide(&$0) },
      driver: random.maybe { RandomObjects.driverOfRide(&$0) },
      startCode: random.maybe { StartCode($0.number(0...9999)) },
      isStartHeld: random.chance(),
      estimatedPickupDate: random.maybe { $0.moment() },
      estimatedDropOffDate: random.maybe { $0.moment() },
      estimatedPickupEndDate: random.maybe { $0.moment() },
      scheduledPickupTime: random.maybe { $0.pickupWindow() },
      remindedAt: random.maybe { $0.moment() },
      pickupLocation: RandomObjects.place(&random),
      waypoints: random.many(3) { RandomObjects.place(&$0) },
      dropOffLocation: random.maybe { RandomObjects.place(&$0) },
      rideOption: RandomObjects.rideOption(&random),
      extras: random.many(3) { RandomObjects.bookedExtra(&$0) },
      cancelingActivity: random.maybe { RandomObjects.userActivity(&$0) },
      additionalActivities: random.many(3) { RandomObjects.userActivity(&$0) })
  }

  static func transfer(_ random: inout RandomRides) -> CompletionStatus.Transfer {
    CompletionStatus.Transfer(
      state: random.pick(RideAccount.Order.State.allCases),
      amount: random.amount(),
      isOverpayment: random.chance())
  }

  static func userActivity(_ random: inout RandomRides) -> UserActivity {
    UserActivity(
      activityType: random.anyText(),
      title: random.anyText(),
      userInfo: random.texts())
  }

  static func vehicleOfRide(_ random: inout RandomRides) -> Vehicle {
    let location = random.maybe { $0.coordinate() }
    return Vehicle(
      identifier: VehicleIdentifier(random.identifier()),
      location: location,
      course: location == nil ? nil : random.maybe { $0.course() },
      locatedAt: location == nil ? nil : random.maybe { $0.moment() },
      accuracyMetres: location == nil ? nil : random.maybe { $0.metres() },
      registrationPlate: random.maybe { $0.text() },
      manufacturer: random.maybe { $0.text() },
      model: random.maybe { $0.text() },
      mapAnnotationImage: random.maybe { $0.link() })
  }

  static func requestRide(_ random: inout RandomRides) -> RequestRideIntent {
    RequestRideIntent(
      riderIdentifier: RiderIdentifier(random.identifier()),
      locale: random.maybe { _ in "de_AT" },
      pickupLocation: RandomObjects.place(&random),
      dropOffLocation: random.maybe { RandomObjects.place(&$0) },
      rideOptionName: random.maybe { $0.text() },
      optionIdentifier: random.maybe { ProductKey($0.identifier()) },
      quoteIdentifier: random.maybe { $0.text() },
      maximumPrice: random.maybe { $0.positivePrice() },
      partySize: random.maybe { $0.number(-3...99) },
      paymentMethod: random.maybe { RandomObjects.paymentMethod(&$0) },
      scheduledPickupTime: random.maybe { $0.requestedPickup() },
      requiresWheelchairAccess: random.chance(),
      extras: random.many(3) { RandomObjects.extraCount(&$0) },
      waypoints: random.many(3) { RandomObjects.place(&$0) },
      riderName: random.maybe { $0.identifier() },
      riderPhone: random.maybe { _ in "+13125550177" },
      guestName: random.maybe { $0.identifier() },
      guestPhone: random.maybe { _ in "+13125550177" },
      note: random.maybe { $0.lines() })
  }
}
