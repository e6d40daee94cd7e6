import Messages
import RandomFixture
import Rides

/// Rides and bookings with every optional field now there and now not, from a seed.
struct RandomRides {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  mutating func ride() -> Ride {
    var status = status()
    // Only a vehicle of a ride that no driver has accepted is one that is asked.
    status.isVehicleAsked =
      status.vehicle != nil
      && (status.phase == .received || status.phase == .completed && status.sequence % 2 == 0)
    var ride = Ride(
      status: status, area: text(), product: ProductKey(identifier()), locale: "en_US",
      slot: number(0...3), partySize: maybe { $0.number(1...9) },
      paymentMethod: maybe { $0.paymentMethod() }, requiresAcceptance: chance(),
      createdAt: moment(), declinedBy: many(3) { VehicleIdentifier($0.identifier()) },
      routeSeconds: maybe { $0.number(0...9999) }, isSought: chance(), searchFrom: moment(),
      searchUntil: moment(), lookAgainAt: maybe { $0.moment() },
      awaitedUntil: maybe { $0.moment() }, dropOuts: number(0...9),
      arrivedAt: maybe { $0.moment() }, startedAt: maybe { $0.moment() },
      endedAt: maybe { $0.moment() }, rating: maybe { $0.number(0...10) },
      comment: maybe { $0.text() }, ratingDueBy: maybe { $0.moment() },
      agreedFare: maybe { $0.agreedFare() }, account: account(of: status.rideIdentifier))
    ride.commitment = maybe { random in
      Ride.Commitment(
        since: random.moment(), estimatedPickup: random.maybe { $0.moment() },
        freeUntil: random.maybe { $0.moment() })
    }
    ride.heldFare = maybe { $0.price() }
    ride.heldReason = maybe { $0.text() }
    (ride.arrivalDoubt, ride.boardingDoubt) = (maybe { $0.text() }, maybe { $0.text() })
    return ride
  }

  private mutating func agreedFare() -> AgreedFare {
    func rate() -> Rate {
      Rate(microUnits: Int64(number(0...9_999_999)), currency: dollars(0).currency)
    }
    var agreed = AgreedFare(accounts: many(5) { $0.pick(LedgerAccount.allCases) })
    agreed.pickupCharges = maybe { random in random.many(3) { $0.number(0...9) } }
    if chance() {
      agreed.waiting = AgreedFare.Waiting(
        title: anyText(), freeMinutes: number(0...9), perMinute: rate())
    }
    if chance() {
      agreed.meter = AgreedFare.Meter(
        distance: chance() ? .perMile(rate()) : .perKilometre(rate()), perMinute: rate(),
        minimumFare: maybe { $0.price() },
        titles: AgreedFare.Meter.Titles(
          distance: anyText(), time: anyText(), minimumFare: anyText()))
    }
    return agreed
  }

  /// An account with everything in it that can be, whether or not a ride could come to it.
  private mutating func account(of ride: RideIdentifier) -> RideAccount {
    RideAccount(
      rideIdentifier: ride, currency: dollars(0).currency, quotedMaximum: maybe { $0.price() },
      bill: maybe { random in
        random.many(3) {
          RideAccount.BilledLine(
            item: FareLineItem(
              title: $0.anyText(), kind: $0.pick(FareLineItem.Kind.allCases), price: $0.price(),
              sponsor: $0.maybe { $0.text() }),
            account: $0.pick(LedgerAccount.allCases))
        }
      },
      charges: many(3) { $0.charge(of: ride) }, collected: price(), settledOutside: price(),
      refunds: many(2) { RideAccount.Refund(amount: $0.price(), reason: $0.lines()) },
      transactionCount: number(0...9),
      refundOrders: many(2) { $0.order() }, tipOrders: many(2) { $0.order() },
      settlements: many(2) { $0.order() })
  }

  private mutating func order() -> RideAccount.Order {
    RideAccount.Order(
      identifier: anyText(), amount: price(), reason: maybe { $0.lines() },
      state: pick(RideAccount.Order.State.allCases), isDeferred: chance(),
      requester: maybe { random in
        RideAccount.Order.Requester(
          replyTo: random.anyText(), correlationIdentifier: random.maybe { $0.anyText() })
      }, endedBy: maybe { $0.anyText() })
  }

  private mutating func charge(of ride: RideIdentifier) -> Charge {
    let method = paymentMethod()
    var charge = Charge(
      rideIdentifier: ride, purpose: pick(Charge.Purpose.allCases), number: number(1...3),
      method: method, goal: pick([.hold, .capture(price()), .release]), requested: price(),
      attempts: many(4) { $0.attempt() })
    // The approval of a tip is not awaited without end.
    for index in charge.attempts.indices
    where charge.purpose == .tip && charge.attempts[index].fate == .needsAction {
      charge.attempts[index].nextDue = moment()
    }
    return charge
  }

  private mutating func attempt() -> Charge.Attempt {
    Charge.Attempt(
      operation: pick(PaymentCommand.Operation.allCases), number: number(1...3),
      amount: maybe { $0.price() }, target: maybe { $0.number(1...3) },
      order: maybe { $0.anyText() }, fate: pick(Charge.Attempt.Fate.allCases),
      timesAsked: number(0...3), nextDue: maybe { $0.moment() }, reference: maybe { $0.text() },
      heldUntil: maybe { $0.moment() }, isExpired: chance(), excess: maybe { $0.price() })
  }

  /// Now and then nothing.
  private mutating func price() -> Money { dollars(Int64(max(0, number(-500...9_999)))) }

  mutating func booking() -> RequestRideIntent {
    RequestRideIntent(
      riderIdentifier: RiderIdentifier(identifier()),
      locale: maybe { _ in "de_AT" }, pickupLocation: place(),
      dropOffLocation: maybe { $0.place() }, rideOptionName: maybe { $0.text() },
      optionIdentifier: maybe { ProductKey($0.identifier()) },
      quoteIdentifier: maybe { $0.text() }, partySize: maybe { $0.number(-3...99) },
      paymentMethod: maybe { $0.paymentMethod() },
      scheduledPickupTime: maybe { $0.requestedPickup() },
      requiresWheelchairAccess: chance())
  }

  private mutating func status() -> RideStatus {
    RideStatus(
      rideIdentifier: RideIdentifier(identifier()),
      riderIdentifier: RiderIdentifier(identifier()), sequence: number(1...1000),
      phase: pick(RidePhase.allCases), updatedAt: moment(),
      completionStatus: maybe { $0.completion() }, vehicle: maybe { $0.vehicle() },
      driver: maybe { random in
        Driver(
          name: random.text(), rating: random.maybe { $0.text() },
          phoneNumber: random.maybe { $0.text() }, image: random.maybe { $0.link() })
      },
      estimatedPickupDate: maybe { $0.moment() }, estimatedDropOffDate: maybe { $0.moment() },
      estimatedPickupEndDate: maybe { $0.moment() }, scheduledPickupTime: maybe { $0.window() },
      pickupLocation: place(), waypoints: many(2) { $0.place() },
      dropOffLocation: maybe { $0.place() }, rideOption: option(),
      cancelingActivity: maybe { $0.activity() }, additionalActivities: many(2) { $0.activity() })
  }

  private mutating func activity() -> UserActivity {
    UserActivity(
      activityType: anyText(), title: anyText(), userInfo: chance() ? [:] : [text(): anyText()])
  }

  private mutating func link() -> String { pick(["https://x.test/a.png", "http://y.test/?q=é"]) }

  private mutating func completion() -> CompletionStatus {
    CompletionStatus(
      outcome: pick(CompletionStatus.Outcome.allCases),
      payment: maybe {
        CompletionStatus.Payment(
          state: $0.pick(CompletionStatus.Payment.State.allCases), amount: $0.amount())
      },
      feedback: many(2) { $0.pick(CompletionStatus.Feedback.allCases) },
      defaultTippingOptions: many(3) { $0.amount() }, userActivity: maybe { $0.activity() },
      refunds: many(2) { $0.transfer() }, tip: maybe { $0.transfer() })
  }

  private mutating func transfer() -> CompletionStatus.Transfer {
    CompletionStatus.Transfer(
      state: pick(RideAccount.Order.State.allCases), amount: amount(), isOverpayment: chance())
  }

  private mutating func vehicle() -> Vehicle {
    let location = maybe { $0.coordinate() }
    return Vehicle(
      identifier: VehicleIdentifier(identifier()), location: location,
      course: location == nil ? nil : maybe { Double.random(in: 0..<360, using: &$0.random) },
      locatedAt: location == nil ? nil : maybe { $0.moment() },
      registrationPlate: maybe { $0.text() }, manufacturer: maybe { $0.text() },
      model: maybe { $0.text() }, mapAnnotationImage: maybe { $0.link() })
  }

  private mutating func option() -> RideOption {
    RideOption(
      name: anyText(), optionIdentifier: ProductKey(identifier()),
      quoteIdentifier: maybe { $0.anyText() },
      estimatedPickupDate: moment(), priceRange: maybe { $0.prices() }, usesMeteredFare: chance(),
      specialPricing: maybe { $0.anyText() },
      specialPricingMultiplier: maybe { Multiplier(basisPoints: $0.number(0...99_999)) },
      disclaimerMessage: maybe { $0.anyText() },
      availablePartySizeOptionsSelectionPrompt: maybe { $0.anyText() },
      availablePartySizeOptions: many(3) { random in
        let minimum = random.number(1...4)
        let maximum = random.maybe { $0.number(minimum...9) }
        // The maximum is never below the minimum.
        let range = PartySizeRange(minimum: minimum, maximum: maximum)!
        return PartySizeOption(
          partySize: range, sizeDescription: random.anyText(), priceRange: random.prices())
      },
      fareLineItems: many(3) {
        FareLineItem(
          title: $0.anyText(), kind: $0.pick(FareLineItem.Kind.allCases), price: $0.amount(),
          sponsor: $0.maybe { $0.anyText() })
      }, isWheelchairAccessible: chance(),
      userActivityForBookingInApplication: maybe { random in
        UserActivity(
          activityType: random.text(), title: random.anyText(),
          userInfo: [random.anyText(): random.anyText(), "b": ""])
      })
  }

  private mutating func prices() -> PriceRange {
    let (first, second) = (dollars(Int64(number(0...9999))), dollars(Int64(number(0...9999))))
    switch number(0...3) {
    case 0: return PriceRange(price: first)
    case 1: return PriceRange(minimumPrice: first)
    case 2: return PriceRange(maximumPrice: first)
    // Both are in dollars.
    default: return PriceRange(first, second)!
    }
  }

  private mutating func amount() -> Money {
    money(Int64(number(-99_999...99_999)), pick(["USD", "JPY", "KWD", "EUR"]))
  }

  private mutating func paymentMethod() -> PaymentMethod {
    PaymentMethod(
      kind: pick(PaymentMethod.Kind.allCases), name: maybe { $0.text() },
      identificationHint: maybe { $0.text() }, token: maybe { $0.text() },
      expirationDate: maybe { $0.moment() })
  }

  private mutating func place() -> Place {
    Place(
      coordinate: coordinate(), accuracyMetres: maybe { Double($0.number(0...5000)) / 4 },
      name: maybe { $0.lines() }, addressLines: many(3) { $0.lines() },
      locality: maybe { $0.lines() }, administrativeArea: maybe { $0.lines() },
      postalCode: maybe { $0.lines() }, isoCountryCode: maybe { $0.lines() },
      timeZone: maybe { $0.lines() })
  }

  private mutating func coordinate() -> Coordinate {
    point(
      Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
  }

  private mutating func window() -> PickupWindow {
    let start = moment()
    return PickupWindow(
      start: start, end: start.advanced(bySeconds: number(1...9999)), timeZone: maybe { $0.text() })
  }

  private mutating func requestedPickup() -> RequestedPickup {
    RequestedPickup(
      start: pickupTime(), end: maybe { $0.pickupTime() }, recurs: chance())
  }

  private mutating func pickupTime() -> PickupTime {
    let local = LocalDateTime(
      year: number(0...9999), month: number(1...12), day: number(1...28), hour: number(0...23),
      minute: number(0...59), second: number(0...59))
    // All of these dates and times exist.
    return chance() ? .instant(moment()) : .local(local!)
  }

  private mutating func moment() -> Instant {
    Instant(microseconds: Int64(number(0...4_000_000_000)) * 1_000_000 + Int64(number(0...2)) * 250)
  }

  private mutating func identifier() -> String { pick(["a", "ride-9", "é🚕", "x.y*#% z", "\"\\/"]) }

  private mutating func text() -> String {
    pick(["", "Art Institute", "O'Hare", "\"quoted\" \\ back", "Zoë 🚕\u{2028}"])
  }

  private mutating func lines() -> String { pick([text(), "a\nb\r\n\tc"]) }

  /// What an operator may have written in a catalogue.
  private mutating func anyText() -> String {
    pick([lines(), "a\nb\u{0}\u{1f}"])
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance() -> Bool { Bool.random(using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  private mutating func maybe<Value>(_ make: (inout RandomRides) -> Value) -> Value? {
    chance() ? make(&self) : nil
  }

  private mutating func many<Value>(
    _ most: Int, _ make: (inout RandomRides) -> Value
  ) -> [Value] {
    (0..<number(0...most)).map { _ in make(&self) }
  }
}
