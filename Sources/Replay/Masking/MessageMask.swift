import JSON
import Messages
package import Rides

/// Masks messages: what names a person, or a place where one was, has another value in its place,
/// and the same one wherever it occurs.
///
/// A masked recording replays to the same codes and prices: identifiers stay as long and as
/// different as they were, rides keep belonging to their bookings, and trips keep their length and
/// zones. The key is drawn for one mask and kept nowhere.
package struct MessageMask {
  /// Signs a quote again for the masked message; nil for a token that is no quote of the fleet.
  ///
  /// A quote that matched the rider and trip of the original matches those of the masked message,
  /// and any other quote still does not.
  package typealias Requote =
    (_ token: String, _ original: QuotedTrip, _ masked: QuotedTrip) -> String?

  /// Seals the token of a shared ride again for the name that its ride has in the recording; nil
  /// for a token that is none of the fleet.
  package typealias Reshare = (_ token: String, _ name: (String) -> String) -> String?

  private let names: MaskedNames
  private let positions: MaskedPositions
  private var rides = RideNames()
  /// The rides of the state, whose bookings are not known.
  private var knownRides: Set<String> = []
  /// Tokens that the built-in payment system knows by the catalogue.
  private let scriptedTokens: Set<String>
  private let requote: Requote
  private let reshare: Reshare

  /// A mask with a key of its own, for messages that are answered by that catalogue.
  package init(
    _ catalogue: Catalogue, requote: @escaping Requote, reshare: @escaping Reshare
  ) {
    var random = SystemRandomNumberGenerator()
    self.init(
      catalogue, secret: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) },
      random: { Double.random(in: 0..<1) }, requote: requote, reshare: reshare)
  }

  /// A mask with a given key, so that a test can predict what it does.
  init(
    _ catalogue: Catalogue, secret: [UInt8], random: () -> Double, requote: @escaping Requote,
    reshare: @escaping Reshare
  ) {
    names = MaskedNames(secret: secret)
    positions = MaskedPositions(catalogue, random: random)
    scriptedTokens = Set(catalogue.paymentScript.lines.compactMap(\.token))
    self.requote = requote
    self.reshare = reshare
  }

  /// The message with masked values; messages must come in their order, bookings before what they
  /// cause.
  package mutating func mask(_ message: RecordedMessage) -> RecordedMessage {
    let root = try? JSONFields(parsing: message.body, limits: .recording)
    recordBooking(message, root)
    recordRide(message, root)
    var masked = message
    masked.properties = properties(of: message)
    masked.routingKey = renamed(message.routingKey)
    masked.body = body(of: message, root)
    return masked
  }

  private mutating func recordBooking(_ message: RecordedMessage, _ root: JSONFields?) {
    guard message.routingKey == MessageType.requestRide.rawValue,
      let identifier = message.properties.messageID,
      let rider = try? root?.string("riderIdentifier", atMost: 1_024)
    else { return }
    // A repeat of a booking from before the recording: other lines have the ride already.
    guard !knownRides.contains(RideNames.identifier(rider: rider, messageID: identifier)) else {
      return
    }
    rides.book(
      rider: rider, messageID: identifier, asRider: names.name(rider),
      asMessage: names.name(identifier, longest: 255))
  }

  private mutating func recordRide(_ message: RecordedMessage, _ root: JSONFields?) {
    guard message.isRideDocument,
      let ride = try? root?.object("status")?.string("rideIdentifier", atMost: 1_024)
    else { return }
    knownRides.insert(ride)
  }

  /// A text with other identifiers for the rides in it.
  private func renamed(_ text: String) -> String { rides.rename(text, unknown: names.ride) }
}

// Properties and headers.
extension MessageMask {
  private func properties(of message: RecordedMessage) -> MessageProperties {
    var properties = message.properties
    let isProducers = message.kind == .request || message.kind == .deadLetter
    properties.messageID = properties.messageID.map {
      isProducers ? names.name($0, longest: 255) : renamed($0)
    }
    // A response that is known by its request has the number of that for an id.
    if message.kind != .response || message.cause == nil {
      properties.correlationID = properties.correlationID.map { names.name($0, longest: 255) }
    }
    properties.replyTo = properties.replyTo.map(replyAddress)
    properties.headers = properties.headers.map { Header($0.name, masked($0.value, of: $0.name)) }
    properties.notUTF8 = properties.notUTF8.map { Header($0.name, hidden($0.value)) }
    return properties
  }

  /// An address of the same form, which the fleet takes or refuses alike.
  private func replyAddress(_ address: String) -> String {
    let dot = address.lastIndex(of: ".")
    for prefix in ["amq.rabbitmq.reply-to", "amq.gen-", "amq_"] where address.hasPrefix(prefix) {
      return prefix == "amq_" ? "amq_\(names.digits(String(address.dropFirst(4))))" : prefix + "m"
    }
    guard let dot, address.hasPrefix(Role.replyPrefix) else { return names.name(address) }
    return address[...dot] + names.name(String(address[address.index(after: dot)...]))
  }

  private func masked(_ value: HeaderValue, of name: String) -> HeaderValue {
    if KeptMembers.headers.contains(name) { return value }
    if name == "x-livery-message", case .string(let text) = value {
      return .string(unquoted(text))
    }
    return hidden(value)
  }

  private func hidden(_ value: HeaderValue) -> HeaderValue {
    switch value {
    case .string(let text): .string(names.name(text))
    case .bytes(let bytes): .bytes(bytes.map { _ in 0xFF })
    case .array(let values): .array(values.map(hidden))
    case .table(let headers): .table(headers.map { Header($0.name, hidden($0.value)) })
    case .void, .bool, .integer, .unsigned, .double, .decimal, .timestamp: value
    }
  }
}

// Bodies.
extension MessageMask {
  private func body(of message: RecordedMessage, _ root: JSONFields?) -> [UInt8] {
    guard let root else { return Self.hidden(message.body) }
    let trip = Self.trip(of: root)
    let part = positions.part(for: [trip.pickup, trip.dropOff].compactMap(\.self) + trip.stops)
    let masked = QuotedTrip(
      rider: names.name(trip.rider), pickup: trip.pickup.map { positions.moved($0, part) },
      dropOff: trip.dropOff.map { positions.moved($0, part) },
      stops: trip.stops.map { positions.moved($0, part) })
    let rewritten = try? JSONRewriter.rewrite(
      message.body, limits: .recording,
      { scalar in
        if message.isStoredState, KeptMembers.isKeptInState(scalar) { return nil }
        guard let text = scalar.string else { return number(scalar, part) }
        if scalar.name == "quoteIdentifier" {
          return JSONValue.string(requote(text, trip, masked) ?? names.name(text)).text
        }
        return self.text(text, scalar).map { JSONValue.string($0).text }
      })
    return rewritten ?? Self.hidden(message.body)
  }

  /// A body that is no object of JSON with its letters and digits hidden: it stays as wrong.
  private static func hidden(_ body: [UInt8]) -> [UInt8] {
    body.map { byte in
      switch byte {
      case 0x30...0x39: 0x30
      case 0x41...0x5A, 0x61...0x7A: 0x78
      default: byte
      }
    }
  }

  /// The rider of a message, and the ends of the trip that it is about.
  private static func trip(of root: JSONFields) -> QuotedTrip {
    let rider = (try? root.string("riderIdentifier", atMost: 1_024)) ?? ""
    for name in ["", "rideStatus", "data", "status"] {
      guard let fields = name.isEmpty ? root : try? root.object(name),
        let pickup = position(try? fields.object("pickupLocation"))
      else { continue }
      return QuotedTrip(
        rider: rider, pickup: pickup, dropOff: position(try? fields.object("dropOffLocation")),
        stops: stops(of: fields))
    }
    return QuotedTrip(
      rider: rider, pickup: nil, dropOff: position(try? root.object("dropOffLocation")))
  }

  /// The stops of a trip; none where one of them cannot be read.
  private static func stops(of fields: JSONFields) -> [Coordinate] {
    let found = try? fields.array("waypoints") { (elements) throws(JSONFault) in
      position(try elements.object())
    }
    return found.map { $0.contains(nil) ? [] : $0.compactMap(\.self) } ?? []
  }

  private static func position(_ fields: JSONFields?) -> Coordinate? {
    guard let latitude = try? fields?.number("latitude"),
      let longitude = try? fields?.number("longitude")
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The number in the place of another; nil where it stays.
  private func number(_ scalar: JSONRewriter.Scalar, _ tripPart: Double) -> [UInt8]? {
    guard scalar.name == "latitude" || scalar.name == "longitude" else {
      return KeptMembers.numbers.contains(scalar.name) ? nil : Array("0".utf8)
    }
    // Half a position, or one that is none, is refused, and is nowhere.
    guard let position = Self.position(scalar.object) else { return nil }
    let part =
      KeptMembers.tripPlaces.contains(scalar.parent)
      ? tripPart : positions.part(for: [position])
    let moved = positions.moved(position, part)
    var writer = JSONWriter(capacity: 32)
    writer.double(scalar.name == "latitude" ? moved.latitude : moved.longitude)
    return writer.bytes
  }

  /// The text in the place of another; nil where it stays.
  private func text(_ text: String, _ scalar: JSONRewriter.Scalar) -> String? {
    let name = scalar.name
    if KeptMembers.texts.contains(name) { return nil }
    if KeptMembers.rides.contains(name) { return renamed(text) }
    switch name {
    case "name", "image":
      if KeptMembers.catalogueObjects.contains(scalar.parent) { return nil }
      return name == "image" ? names.link(text) : names.name(text)
    case "phoneNumber", "riderPhone", "guestPhone", "identificationHint", "startCode":
      return names.digits(text)
    case "replyTo": return replyAddress(text)
    case "shareToken": return reshare(text, renamed) ?? names.name(text)
    case "message": return unquoted(text)
    case "token": return scriptedTokens.contains(text) ? nil : names.name(text)
    case "reason": return text.utf8.allSatisfy(Self.isLetter) ? nil : names.name(text)
    default: return names.name(text)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  /// A sentence of the fleet's, with another text for what it quotes of the message, and other
  /// names for rides.
  ///
  /// A quotation begins after a blank or a parenthesis and ends before anything but a letter or a
  /// digit, since what is quoted may have apostrophes; one without an end is the rest.
  private func unquoted(_ sentence: String) -> String {
    var result = ""
    var rest = sentence[...]
    while let start = rest.indices.first(where: { rest.opensQuotation(at: $0) }) {
      let quoted = rest[rest.index(after: start)...]
      let end = quoted.indices.first { quoted.closesQuotation(at: $0) } ?? quoted.endIndex
      let text = String(quoted[..<end])
      let other = renamed(text)
      result += renamed(String(rest[...start])) + (other == text ? names.name(text) : other)
      rest = quoted[end...]
      if let mark = rest.popFirst() { result.append(mark) }
    }
    return result + renamed(String(rest))
  }
}

extension Substring {
  fileprivate func opensQuotation(at place: Index) -> Bool {
    guard self[place] == "'" else { return false }
    return place == startIndex || " (".contains(self[index(before: place)])
  }

  fileprivate func closesQuotation(at place: Index) -> Bool {
    guard self[place] == "'" else { return false }
    let next = index(after: place)
    return next == endIndex || !(self[next].isLetter || self[next].isNumber)
  }
}

extension RecordedMessage {
  /// Whether the body is the document of a stored ride.
  fileprivate var isRideDocument: Bool { kind == .state && routingKey == StateKind.ride.rawValue }

  /// Whether the body is a stored ride or a stored vehicle.
  fileprivate var isStoredState: Bool {
    isRideDocument || kind == .state && routingKey == StateKind.vehicle.rawValue
  }
}

extension KeptMembers {
  /// Whether a value of a stored ride or vehicle names no person.
  fileprivate static func isKeptInState(_ scalar: JSONRewriter.Scalar) -> Bool {
    guard scalar.string != nil else { return documentNumbers.contains(scalar.name) }
    return documentTexts.contains(scalar.name)
      || scalar.name == "name" && documentObjects.contains(scalar.parent)
  }
}
