public import Foundation
public import LiveryMessages

extension Date {
  /// The same moment, to the precision of `Date`: some tenths of a microsecond in this century.
  public init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
  }
}

extension Instant {
  /// The same moment, rounded to the microsecond; nil for one that is over 290,000 years away.
  public init?(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard let whole = Int64(exactly: microseconds) else { return nil }
    self.init(microseconds: whole)
  }
}

extension Decimal {
  /// The same number.
  public init(_ number: DecimalNumber) {
    self.init(
      sign: number.units < 0 ? .minus : .plus, exponent: -number.fractionDigits,
      significand: Decimal(number.units.magnitude))
  }
}

extension DecimalNumber {
  /// A number with so many digits after the point, such as those of its currency; nil for one that
  /// needs more digits, and for one that 64 bits cannot hold.
  public init?(_ number: Decimal, fractionDigits: Int) {
    guard 0...18 ~= fractionDigits, number.isFinite else { return nil }
    let scaled = number * pow(10, fractionDigits)
    guard let units = Int64("\(scaled)") else { return nil }
    self.init(units: units, fractionDigits: fractionDigits)
  }
}

// SiriKit has rides on iOS alone.
#if canImport(Intents) && os(iOS)
  // It has the class that an initializer of CLPlacemark names.
  import Contacts
  import CoreLocation
  public import Intents
  public import LiveryMessages

  extension INRideOption {
    /// An option of a list; `unknownPickup` stands for a pickup without an estimate, since SiriKit
    /// wants a date.
    public convenience init(_ option: RideOption, unknownPickup: Date) {
      self.init(
        name: option.name,
        estimatedPickupDate: option.estimatedPickupDate.map { Date($0) } ?? unknownPickup)
      identifier = option.optionIdentifier
      priceRange = option.priceRange.flatMap { INPriceRange($0) }
      usesMeteredFare = option.usesMeteredFare
      specialPricing = option.specialPricing
      disclaimerMessage = option.disclaimerMessage
      availablePartySizeOptionsSelectionPrompt = option.availablePartySizeOptionsSelectionPrompt
      availablePartySizeOptions = option.availablePartySizeOptions.map { size in
        let least = size.partySize.minimum
        let most = max(least, size.partySize.maximum ?? option.capacity ?? least)
        return INRidePartySizeOption(
          partySizeRange: NSRange(location: least, length: most - least),
          sizeDescription: size.sizeDescription, priceRange: INPriceRange(size.priceRange))
      }
      fareLineItems = option.fareLineItems.map { item in
        INRideFareLineItem(
          title: item.title, price: NSDecimalNumber(decimal: Decimal(item.price.amount)),
          currencyCode: item.price.currencyCode)
      }
      userActivityForBookingInApplication = option.userActivityForBookingInApplication.map(
        NSUserActivity.of)
    }
  }

  extension INPriceRange {
    /// A price or its bounds; nil without either.
    fileprivate convenience init?(_ range: PriceRange) {
      let least = range.minimumPrice.map { NSDecimalNumber(decimal: Decimal($0)) }
      let most = range.maximumPrice.map { NSDecimalNumber(decimal: Decimal($0)) }
      switch (least, most) {
      case (let least?, let most?):
        self.init(firstPrice: least, secondPrice: most, currencyCode: range.currencyCode)
      case (let least?, nil): self.init(minimumPrice: least, currencyCode: range.currencyCode)
      case (nil, let most?): self.init(maximumPrice: most, currencyCode: range.currencyCode)
      case (nil, nil): return nil
      }
    }
  }

  extension INRideStatus {
    /// The status of a ride.
    public convenience init(_ status: RideStatus, unknownPickup: Date) {
      self.init()
      rideIdentifier = status.rideIdentifier
      phase = INRidePhase(status.phase)
      completionStatus = status.completionStatus.map(INRideCompletionStatus.of)
      vehicle = status.vehicle.map(INRideVehicle.of)
      driver = status.driver.map { driver in
        INRideDriver(
          phoneNumber: driver.phoneNumber ?? "", nameComponents: nil, displayName: driver.name,
          image: INImage.of(driver.image), rating: driver.rating)
      }
      estimatedPickupDate = status.estimatedPickupDate.map { Date($0) }
      estimatedDropOffDate = status.estimatedDropOffDate.map { Date($0) }
      estimatedPickupEndDate = status.estimatedPickupEndDate.map { Date($0) }
      rideOption = INRideOption(status.rideOption, unknownPickup: unknownPickup)
      pickupLocation = CLPlacemark.of(status.pickupLocation)
      waypoints = status.waypoints.map(CLPlacemark.of)
      dropOffLocation = status.dropOffLocation.map(CLPlacemark.of)
      scheduledPickupTime = status.scheduledPickupTime.map(INDateComponentsRange.of)
      userActivityForCancelingInApplication = status.userActivityForCancelingInApplication.map(
        NSUserActivity.of)
      additionalActionActivities = status.additionalActionActivities.map(NSUserActivity.of)
    }
  }

  extension INRidePhase {
    fileprivate init(_ phase: RidePhase) {
      switch phase {
      case .unknown: self = .unknown
      case .received: self = .received
      case .confirmed: self = .confirmed
      case .approachingPickup: self = .approachingPickup
      case .pickup: self = .pickup
      case .ongoing: self = .ongoing
      case .completed: self = .completed
      }
    }
  }

  extension INRideCompletionStatus {
    fileprivate static func of(_ status: CompletionStatus) -> INRideCompletionStatus {
      let made = plain(status)
      made.completionUserActivity = status.completionUserActivity.map(NSUserActivity.of)
      made.defaultTippingOptions = Set(status.defaultTippingOptions.map(INCurrencyAmount.of))
      return made
    }

    /// Tries the conditions in the order of the page on SiriKit.
    private static func plain(_ status: CompletionStatus) -> INRideCompletionStatus {
      let amount = status.payment.map { INCurrencyAmount.of($0.amount) }
      if let amount, status.payment?.state == .outstanding {
        return .completed(outstanding: amount)
      }
      switch status.outcome {
      case .canceledByUser: return .canceledByUser()
      case .canceledByService: return .canceledByService()
      case .canceledMissedPickup: return .canceledMissedPickup()
      case .completed: break
      }
      guard status.feedback.isEmpty else {
        return .completed(
          feedbackType: status.feedback.reduce(into: INRideFeedbackTypeOptions()) { types, kind in
            types.insert(kind == .rate ? .rate : .tip)
          })
      }
      return amount.map { .completed(settled: $0) } ?? .completed()
    }
  }

  extension INCurrencyAmount {
    fileprivate static func of(_ money: Money) -> INCurrencyAmount {
      INCurrencyAmount(
        amount: NSDecimalNumber(decimal: Decimal(money.amount)), currencyCode: money.currencyCode)
    }
  }

  extension INDateComponentsRange {
    fileprivate static func of(_ window: PickupWindow) -> INDateComponentsRange {
      let zone = window.timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
      let (start, end) = (window.start, window.end)
      let calendar = Calendar(identifier: .gregorian)
      return INDateComponentsRange(
        start: calendar.dateComponents(in: zone, from: Date(start)),
        end: calendar.dateComponents(in: zone, from: Date(end)))
    }
  }

  extension INImage {
    fileprivate static func of(_ url: String?) -> INImage? {
      url.flatMap { URL(string: $0) }.flatMap { INImage(url: $0) }
    }
  }

  extension NSUserActivity {
    fileprivate static func of(_ activity: UserActivity) -> NSUserActivity {
      let made = NSUserActivity(activityType: activity.activityType)
      made.title = activity.title
      made.userInfo = activity.userInfo
      return made
    }
  }

  extension INRideVehicle {
    fileprivate static func of(_ vehicle: Vehicle) -> INRideVehicle {
      let made = INRideVehicle()
      made.registrationPlate = vehicle.registrationPlate
      made.manufacturer = vehicle.manufacturer
      made.model = vehicle.model
      made.mapAnnotationImage = INImage.of(vehicle.mapAnnotationImage)
      made.location = vehicle.location.map { place in
        CLLocation(
          coordinate: CLLocationCoordinate2D(
            latitude: place.coordinate.latitude, longitude: place.coordinate.longitude),
          altitude: 0, horizontalAccuracy: place.accuracyMetres ?? 0, verticalAccuracy: -1,
          course: place.course ?? -1, speed: -1,
          timestamp: place.timestamp.map { Date($0) } ?? .now)
      }
      return made
    }
  }

  extension CLPlacemark {
    fileprivate static func of(_ place: Place) -> CLPlacemark {
      CLPlacemark(
        location: CLLocation(
          latitude: place.coordinate.latitude, longitude: place.coordinate.longitude),
        name: place.name, postalAddress: nil)
    }
  }

  extension INListRideOptionsIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      // SiriKit's own inProgress is deprecated; the phase of the ride says the same.
      case .inProgress, .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchNoServiceInArea:
        self = .failureRequiringAppLaunchNoServiceInArea
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      case .failureRequiringAppLaunchPreviousRideNeedsCompletion:
        self = .failureRequiringAppLaunchPreviousRideNeedsCompletion
      case .failurePreviousRideNeedsFeedback: self = .failurePreviousRideNeedsFeedback
      case .failure, .failureRequiringAppLaunchRideScheduledTooFar, .other: self = .failure
      }
    }
  }

  extension INRequestRideIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      // SiriKit's own inProgress is deprecated; the phase of the ride says the same.
      case .inProgress, .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchNoServiceInArea:
        self = .failureRequiringAppLaunchNoServiceInArea
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      case .failureRequiringAppLaunchPreviousRideNeedsCompletion:
        self = .failureRequiringAppLaunchPreviousRideNeedsCompletion
      case .failureRequiringAppLaunchRideScheduledTooFar:
        self = .failureRequiringAppLaunchRideScheduledTooFar
      case .failure, .failurePreviousRideNeedsFeedback, .other: self = .failure
      }
    }
  }

  extension INGetRideStatusIntentResponseCode {
    /// The code of an answer; one that this response does not have is a failure.
    public init(_ code: ResponseCode) {
      switch code {
      case .ready: self = .ready
      // SiriKit's own inProgress is deprecated; the phase of the ride says the same.
      case .inProgress, .success: self = .success
      case .failureRequiringAppLaunch: self = .failureRequiringAppLaunch
      case .failureRequiringAppLaunchMustVerifyCredentials:
        self = .failureRequiringAppLaunchMustVerifyCredentials
      case .failureRequiringAppLaunchServiceTemporarilyUnavailable:
        self = .failureRequiringAppLaunchServiceTemporarilyUnavailable
      default: self = .failure
      }
    }
  }
#endif
