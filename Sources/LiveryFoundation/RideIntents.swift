// SiriKit has rides on iOS alone.
#if canImport(Intents) && os(iOS)
  import CoreLocation
  import Foundation
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
          image: nil, rating: driver.rating)
      }
      estimatedPickupDate = status.estimatedPickupDate.map { Date($0) }
      estimatedDropOffDate = status.estimatedDropOffDate.map { Date($0) }
      estimatedPickupEndDate = status.estimatedPickupEndDate.map { Date($0) }
      rideOption = INRideOption(status.rideOption, unknownPickup: unknownPickup)
      pickupLocation = CLPlacemark.of(status.pickupLocation)
      waypoints = status.waypoints.map(CLPlacemark.of)
      dropOffLocation = status.dropOffLocation.map(CLPlacemark.of)
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
    /// By the order in which the page on SiriKit names the factories.
    fileprivate static func of(_ status: CompletionStatus) -> INRideCompletionStatus {
      let amount = status.payment.map { payment in
        INCurrencyAmount(
          amount: NSDecimalNumber(decimal: Decimal(payment.amount.amount)),
          currencyCode: payment.amount.currencyCode)
      }
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

  extension INRideVehicle {
    fileprivate static func of(_ vehicle: Vehicle) -> INRideVehicle {
      let made = INRideVehicle()
      made.registrationPlate = vehicle.registrationPlate
      made.manufacturer = vehicle.manufacturer
      made.model = vehicle.model
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
#endif
