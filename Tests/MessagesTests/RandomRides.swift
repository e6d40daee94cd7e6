import Messages
import RandomFixture
import Rides

/// Rides and bookings with every optional field now there and now not, from a seed.
struct RandomRides {
  var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  mutating func ride() -> Ride {
    var status = RandomObjects.rideStatus(&self)
    // Only a vehicle of a ride that no driver has accepted is one that is asked.
    status.isVehicleAsked =
      status.vehicle != nil
      && (status.phase == .received || status.phase == .completed && status.sequence % 2 == 0)
    var ride = Ride(
      status: status, area: text(), product: ProductKey(identifier()), locale: text(),
      slot: number(0...3), partySize: maybe { $0.number(1...9) },
      paymentMethod: maybe { RandomObjects.paymentMethod(&$0) }, requiresAcceptance: chance(),
      createdAt: moment(), declinedBy: many(3) { VehicleIdentifier($0.identifier()) },
      routeSeconds: maybe { $0.number(0...9999) }, isSought: chance(), searchFrom: moment(),
      searchUntil: moment(), lookAgainAt: instant(), awaitedUntil: instant(),
      dropOuts: number(0...9), arrivedAt: instant(), startedAt: instant(), endedAt: instant(),
      cancellationTerms: maybe { $0.terms() }, cancellation: maybe { $0.cancellation() },
      completionActivity: maybe { RandomObjects.userActivity(&$0) },
      rating: maybe { $0.number(0...10) }, comment: maybe { $0.text() }, ratingDueBy: instant(),
      agreedFare: maybe { $0.agreedFare() }, account: account(of: status.rideIdentifier))
    ride.plannedVehicle = maybe { VehicleIdentifier($0.identifier()) }
    ride.passenger = maybe { Passenger(name: $0.text(), note: $0.text(), isGuest: $0.chance()) }
    ride.commitment = maybe { Ride.Commitment(since: $0.moment(), estimatedPickup: $0.instant()) }
    ride.commitment?.freeUntil = instant()
    (ride.heldFare, ride.heldReason) = (maybe { $0.price() }, maybe { $0.text() })
    (ride.arrivalDoubt, ride.boardingDoubt) = (maybe { $0.text() }, maybe { $0.text() })
    (ride.leftPickupAt, ride.driven) = (instant(), maybe { $0.way(of: status.rideIdentifier) })
    ride.startCheck = maybe { .init(wrongCodes: $0.number(0...5), isWaived: $0.chance()) }
    (ride.watch, ride.droppedOut) = (maybe { $0.watch() }, many(2) { $0.dropOut() })
    if ride.status.scheduledPickupTime != nil { ride.remindAt = maybe { $0.moment() } }
    if ride.startedAt != nil {
      ride.turns = many(2) {
        Turn(place: $0.coordinate(), stopsBefore: $0.maybe { $0.number(0...3) })
      }
    }
    (ride.requiredExtras, ride.tolls) = (
      many(3) { RandomObjects.extraCount(&$0) }, many(2) { RandomObjects.paidToll(&$0) }
    )
    ride.helpCalls = many(2) { RandomObjects.helpCall(&$0) }
    return ride
  }

  private mutating func instant() -> Instant? { maybe { $0.moment() } }

  private mutating func terms() -> CancellationTerms {
    CancellationTerms(
      fee: price(), threshold: maybe { $0.moment() }, freeSeconds: number(0...99),
      toleratedDelaySeconds: number(0...999), missedPickupFee: price(),
      fees: many(2) { $0.causeFee() })
  }

  private mutating func causeFee() -> CauseFee {
    CauseFee(
      causes: many(2) { $0.pick(CancellationCause.allCases) },
      parties: many(2) { $0.pick(FaultParty.allCases) },
      withinSeconds: maybe { $0.number(1...99) }, fee: price())
  }

  private mutating func cancellation() -> Cancellation {
    Cancellation(
      actor: pick(Cancellation.Actor.allCases), reason: maybe { $0.text() }, requestedAt: moment(),
      fee: maybe { $0.price() }, threshold: maybe { $0.moment() },
      maximumFee: maybe { $0.price() })
  }

  /// The way of a ride.
  mutating func way(of ride: RideIdentifier) -> DrivenWay {
    func amount() -> Double { Double(number(0...9_999)) / 8 }
    func sections() -> [DrivenWay.Section] {
      (0...number(0...2)).map { _ in
        DrivenWay.Section(
          fromMetres: amount(), slowBelow: amount(), metres: amount(), slowMetres: amount(),
          slowSeconds: amount())
      }
    }
    var way = DrivenWay(
      ride: ride, circuity: amount(), freeSecondsPerStop: amount(), sections: sections(),
      later: (0..<number(0...2)).map { _ in
        DrivenWay.Leg(at: moment(), sections: sections(), place: number(0...3))
      },
      from: coordinate(), at: moment())
    way.zones = (0..<number(0...2)).map { _ in zones() }
    way.places = (0..<number(0...2)).map { _ in [DrivenWay.Leg(at: moment(), sections: sections())]
    }
    way.place = number(0...3)
    (way.positions, way.metresByPosition, way.longestGap) = (number(0...99), amount(), amount())
    (way.standingSeconds, way.last, way.odometer) = (amount(), coordinate(), maybe { _ in 7.5 })
    way.stops = many(2) {
      DrivenWay.Stop(place: $0.coordinate(), metres: Double($0.number(0...9_999)) / 8)
    }
    return way
  }

  /// Zones of one or two polygons, some with a hole.
  private mutating func zones() -> [Region] {
    many(2) { random in
      let polygons = (0...random.number(0...1)).compactMap { _ in
        Polygon(
          outer: random.ring(), holes: random.chance() ? [random.ring()] : [])
      }
      return Region(polygons)
    }.compactMap(\.self)
  }

  private mutating func ring() -> [Coordinate] { (0..<4).map { _ in coordinate() } }

  private mutating func agreedFare() -> AgreedFare {
    func rate() -> Rate {
      Rate(microUnits: Int64(number(0...9_999_999)), currency: dollars(0).currency)
    }
    var agreed = AgreedFare(accounts: many(5) { $0.pick(LedgerAccount.allCases) })
    agreed.endElsewhere = pick(EndElsewhere.Fare.allCases)
    agreed.onTop = maybe { random in random.many(2) { $0.text() } }
    agreed.pickupCharges = maybe { random in random.many(3) { $0.number(0...9) } }
    agreed.shares = many(2) { random in
      AgreedFare.Share(
        line: random.number(0...9),
        share: FareShare(
          basisPoints: random.number(0...10_000), of: random.pick(FareShare.Basis.allCases),
          rounding: random.maybe {
            FareRounding(
              step: $0.positivePrice(), direction: $0.pick(FareRounding.Direction.allCases))
          }))
    }
    agreed.extraLines = many(3) { $0.number(0...9) }
    if chance() {
      agreed.waiting = AgreedFare.Waiting(
        title: anyText(), freeMinutes: number(0...9), perMinute: rate())
    }
    agreed.meter = maybe { $0.meter() }
    return agreed
  }

  private mutating func meter() -> AgreedFare.Meter {
    AgreedFare.Meter(
      rates: RandomRates.card(in: dollars(0).currency, using: &random),
      changes: many(2) {
        RateChange(
          at: $0.moment(), rates: RandomRates.card(in: dollars(0).currency, using: &$0.random))
      },
      zones: many(2) { $0.zones() },
      places: many(2) {
        PlaceRates(rates: RandomRates.card(in: dollars(0).currency, using: &$0.random))
      },
      minimumFare: maybe { $0.price() },
      minimumCover: MinimumCover.allCases.randomElement(using: &random) ?? .fare,
      maximumFare: maybe { $0.price() },
      titles: AgreedFare.Meter.Titles(
        distance: anyText(), time: anyText(), minimumFare: anyText(),
        maximumFare: maybe { $0.anyText() }))
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
      }, endedBy: maybe { $0.anyText() }, deed: maybe { $0.pick(RideAccount.Order.Deed.allCases) },
      author: maybe { $0.text() }, at: maybe { $0.moment() }, tolls: maybe { $0.price() })
  }

  private mutating func charge(of ride: RideIdentifier) -> Charge {
    let method = RandomObjects.paymentMethod(&self)
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
      heldUntil: maybe { $0.moment() }, isExpired: chance(), excess: maybe { $0.price() },
      round: number(0...3))
  }

  /// Now and then nothing.
}
