import Messages
import Rides

extension World {
  /// Sends a letter, new or again, good or bad.
  mutating func writeLetter() {
    guard producers.written < weather.letters else { return }
    producers.written += 1
    if !producers.writes.isEmpty, numbers.chance(0.2) { return sendAgain() }
    let kind = numbers.integer(0...99)
    switch kind {
    case 0..<24: send(.requestRide(booking()), .requestRide, id: newID)
    case 24..<42: sendVehicle()
    case 42..<66: sendReport()
    case 66..<71:
      let cause = numbers.chance(0.5) ? numbers.pick(CancellationCause.allCases) : nil
      sendRider(.cancelRide) {
        .cancelRide(.init(riderIdentifier: $0, rideIdentifier: $1, cause: cause))
      }
    case 71..<74: sendFeedback()
    case 74..<78: sendChange()
    case 78..<84: sendQuery()
    case 84..<87: send(.listRideOptions(list()), .listRideOptions, id: newID)
    case 87..<89: send(.requestRide(booking()), .requestRideConfirm, id: newID)
    case 89..<92: sendOperator()
    case 92..<94: sendShare()
    case 94..<96: sendCall()
    default: sendBad()
    }
  }

  var newID: String { "m\(producers.written)" }
  var newCorrelation: String { "c\(producers.written)" }

  /// Puts a letter into the queue of its family.
  ///
  /// More than five parameters: they are what letters differ in, and most have a usual value.
  mutating func send(
    _ intent: Intent?, _ type: MessageType, id: String?, body: [UInt8]? = nil,
    headers: [Header] = [], isSilent: Bool = false
  ) {
    let publication = Publication(
      exchange: type.role.exchange, routingKey: type.rawValue, mandatory: true,
      properties: MessageProperties(
        contentType: "application/json", headers: headers, correlationID: newCorrelation,
        replyTo: isSilent ? nil : numbers.pick(Producers.replyQueues), messageID: id,
        type: type.rawValue),
      body: body ?? intent.map { IntentCoding.encode($0) } ?? [])
    post(
      Producers.Letter(
        publication: publication, family: type.family, intent: intent, scope: intent?.scope))
  }

  private mutating func post(_ letter: Producers.Letter) {
    producers.letters[letter.correlation] = letter
    if letter.type?.onlyAsks == false, letter.intent != nil { producers.writes.append(letter) }
    note(
      "letter \(letter.correlation) \(letter.publication.properties.type ?? "") "
        + "\(letter.publication.properties.messageID ?? "") "
        + String(decoding: letter.publication.body, as: UTF8.self).prefix(160))
    broker.enqueue(letter.publication, letter.family)
    if strikes(.sentTwice, times: 3) { broker.enqueue(letter.publication, letter.family) }
  }

  /// Sends an earlier letter: the same again, or its id with another content.
  private mutating func sendAgain() {
    let earlier = numbers.pick(producers.writes)
    guard let type = earlier.type else { return }
    let id = earlier.publication.properties.messageID
    if numbers.chance(0.8) {
      return send(
        earlier.intent, type, id: id, isSilent: earlier.publication.properties.replyTo == nil)
    }
    switch earlier.intent {
    case .requestRide(var intent):
      intent.pickupLocation.name = "elsewhere"
      send(.requestRide(intent), type, id: id)
    default: send(earlier.intent, type, id: id)
    }
  }

  mutating func booking() -> RequestRideIntent {
    let token = numbers.pick(["pm_1", "pm_1", "pm_slow", "pm_declined", "pm_empty_later"])
    let scheduled = numbers.chance(0.15) ? pickupAhead() : nil
    return RequestRideIntent(
      riderIdentifier: numbers.pick(Producers.riders),
      pickupLocation: numbers.chance(0.2) ? Self.midway : Self.loop,
      dropOffLocation: numbers.chance(0.2) ? Self.airport : Self.hotel,
      rideOptionName: numbers.pick(["Sedan", "Taxi", "Compact"]),
      partySize: 1,
      paymentMethod: numbers.chance(0.6) ? PaymentMethod(kind: .credit, token: token) : nil,
      scheduledPickupTime: scheduled, extras: numbers.chance(0.2) ? extras() : [],
      waypoints: numbers.chance(0.15) ? stops() : [],
      riderName: "Jane Roe", note: "by the door")
  }

  /// What some vehicles have, what none needs, what is not sold, and one twice.
  private mutating func extras() -> [ExtraCount] {
    let keys = numbers.pick([["seat"], ["seat", "bag"], ["bag"], ["sled"], ["bag", "bag"]])
    return keys.map { ExtraCount(identifier: ExtraKey($0), count: numbers.integer(1...2)) }
  }

  /// Has a rider change a ride, with and without consent to what it costs.
  private mutating func sendChange() {
    let dropOff = numbers.pick([Self.airport, Self.midway, Self.hotel, nil])
    let stops = numbers.chance(0.5) ? stops() : numbers.chance(0.5) ? [] : nil
    let pickup = numbers.chance(0.2) ? Self.midway : nil
    let time = numbers.chance(0.2) ? pickupAhead() : nil
    let maximum =
      numbers.chance(0.7)
      ? Currency("USD").map { Money(minorUnits: 50_000, currency: $0) } : nil
    let type = numbers.chance(0.9) ? MessageType.changeRide : .changeRideConfirm
    sendRider(type) {
      .changeRide(
        ChangeRideIntent(
          riderIdentifier: $0, rideIdentifier: $1, pickupLocation: pickup,
          dropOffLocation: dropOff, waypoints: stops, scheduledPickupTime: time,
          maximumPrice: maximum))
    }
  }

  /// One stop or two, and sometimes one that is the place before it.
  private mutating func stops() -> [Place] {
    numbers.pick([[Self.midway], [Self.airport], [Self.midway, Self.airport], [Self.hotel]])
  }

  /// A time that can be booked ahead, or is a little too soon.
  private mutating func pickupAhead() -> RequestedPickup {
    RequestedPickup(start: .instant(now.advanced(bySeconds: numbers.integer(50...1_500))))
  }

  mutating func list() -> ListRideOptionsIntent {
    ListRideOptionsIntent(
      riderIdentifier: numbers.pick(Producers.riders), pickupLocation: Self.loop,
      dropOffLocation: Self.airport)
  }

  private static let loop = place(41.8786, -87.6251, "Art Institute")
  static let hotel = place(41.8716, -87.6251, "Hotel")
  static let midway = place(41.7868, -87.7522, "Midway")
  static let airport = place(41.9742, -87.9073, "O'Hare")

  private static func place(_ latitude: Double, _ longitude: Double, _ name: String) -> Place {
    // Chicago lies within the ranges.
    Place(coordinate: Coordinate(latitude: latitude, longitude: longitude)!, name: name)
  }
}

extension Intent {
  /// Within whom the id of a letter counts.
  fileprivate var scope: String? {
    switch self {
    case .requestRide(let intent): intent.riderIdentifier.rawValue
    case .cancelRide(let intent): intent.riderIdentifier.rawValue
    case .changeRide(let intent): intent.riderIdentifier.rawValue
    case .sendRideFeedback(let intent): intent.riderIdentifier.rawValue
    case .rideUpdate(let report): report.vehicleIdentifier.rawValue
    case .rideRefund(let refund): refund.rideIdentifier.rawValue
    case .rideSettlement(let settlement): settlement.rideIdentifier.rawValue
    case .rideWaiver(let waiver): waiver.rideIdentifier.rawValue
    case .rideAdjustment(let adjustment): adjustment.rideIdentifier.rawValue
    case .rideEnd(let end): end.rideIdentifier.rawValue
    case .rideReassignment(let reassignment): reassignment.rideIdentifier.rawValue
    case .sos(let call): call.riderIdentifier.rawValue
    case .rideSOS(let call): call.vehicleIdentifier.rawValue
    default: nil
    }
  }
}
