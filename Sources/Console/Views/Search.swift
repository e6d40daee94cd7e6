import AMQP
import Fleet
import JSON
import RideStore
import Rides
import Tool

/// One search by everything that leads to a ride, a vehicle or a rider.
///
/// Identifiers are found at once. Plates, drivers and phones are compared with those of the
/// vehicles, and of the passengers of the rides under way and of the newest ended ones: what was
/// asked for is never a pattern.
struct Search {
  /// One thing that was found.
  struct Hit: Hashable {
    /// What it is.
    enum Kind: String {
      case ride, vehicle, rider
    }

    let kind: Kind
    let identifier: String
    let text: String?
    /// The key of its phase or state among the words of the page.
    var word: String?

    /// Writes the members.
    func write(into writer: inout JSONWriter) {
      writer.texts([
        ("kind", kind.rawValue), ("identifier", identifier), ("text", text), ("word", word),
        ("href", href),
      ])
    }

    /// Its page.
    var href: String {
      switch kind {
      case .ride: Link.ride(identifier)
      case .vehicle: Link.vehicle(identifier)
      case .rider: Link.rider(identifier)
      }
    }
  }

  /// What was found.
  struct Found: Hashable {
    var hits: [Hit] = []
    /// How many of the newest ended rides were compared, where there are more of them.
    var newest: Int?
  }

  /// The most hits.
  static let most = 20
  /// The most vehicles, and the most rides, that are compared.
  private static let mostRead = 20_000

  private let text: String
  private let maySeePersonal: Bool

  /// Nil for a text that nothing can have.
  init?(_ text: String, for role: ConsoleRole) {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty, trimmed.utf8.count <= 128, !trimmed.utf8.contains(0) else { return nil }
    self.text = trimmed
    maySeePersonal = role.maySeePersonal
  }

  /// What is found, the exact identifiers first.
  func found(in store: any RideStore) throws(ToolError) -> Found {
    var hits = try exact(in: store)
    hits += try vehicles(in: store)
    var newest: Int?
    if maySeePersonal {
      let underWay = RidePhase.allCases.filter { !$0.isFinal }
      hits += try passengers(of: underWay, in: store).hits
      let ended = try passengers(of: [.completed], in: store)
      hits += ended.hits
      if ended.hasMore, ended.hits.count < Self.most { newest = Self.mostRead }
    }
    var seen: Set<String> = []
    let distinct = hits.filter { seen.insert("\($0.kind) \($0.identifier)").inserted }
    return Found(hits: Array(distinct.prefix(Self.most)), newest: newest)
  }

  private func exact(in store: any RideStore) throws(ToolError) -> [Hit] {
    let (ride, vehicle) = (RideIdentifier(text), VehicleIdentifier(text))
    let found = try ToolError.mapped(
      store: try store.transaction(.read) { () throws(StoreError) in
        (
          try store.rides([ride])[ride], try store.vehicles([vehicle])[vehicle],
          maySeePersonal
            ? try store.rides(matching: RideFilter(rider: RiderIdentifier(text), limit: 1)) : []
        )
      })
    return [
      found.0.map {
        Hit(kind: .ride, identifier: text, text: $0.area, word: "phase.\($0.phase.rawValue)")
      },
      found.1.map { hit(of: ListedVehicle($0)) },
      found.2.first.map { _ in Hit(kind: .rider, identifier: text, text: nil) },
    ].compactMap(\.self)
  }

  private func vehicles(in store: any RideStore) throws(ToolError) -> [Hit] {
    let wanted = Wanted(text)
    let search = VehicleSearch { [maySeePersonal] in
      wanted.matches(plate: $0.record.registrationPlate)
        || maySeePersonal
          && wanted.matches(
            name: $0.record.driver?.name, phoneNumber: $0.record.driver?.phoneNumber)
    }
    return try search.page(
      of: store, after: nil, limit: Self.most, reading: Self.mostRead, until: StopSignal()
    ).vehicles.map(hit)
  }

  /// The newest rides of a passenger in some phases, and whether there are more than were read.
  private func passengers(
    of phases: [RidePhase], in store: any RideStore
  ) throws(ToolError) -> (hits: [Hit], hasMore: Bool) {
    let wanted = Wanted(text)
    guard wanted.isOfPeople else { return ([], false) }
    let search = RideSearch(RideFilter(phases: phases, limit: 0)) { ride in
      wanted.matches(name: ride.passenger?.name, phoneNumber: ride.passenger?.phoneNumber)
    }
    let found = try search.page(
      of: store, limit: Self.most, reading: Self.mostRead, until: StopSignal())
    let hits = found.rides.map {
      Hit(
        kind: .ride, identifier: $0.record.rideIdentifier.rawValue, text: $0.ride.passenger?.name,
        word: "phase.\($0.record.phase.rawValue)")
    }
    return (hits, found.next != nil)
  }

  private func hit(of vehicle: ListedVehicle) -> Hit {
    let record = vehicle.record
    let parts = [record.registrationPlate, maySeePersonal ? record.driver?.name : nil]
    return Hit(
      kind: .vehicle, identifier: record.vehicleIdentifier.rawValue,
      text: parts.compactMap(\.self).joined(separator: ", "),
      word: "state.\(vehicle.availability == .unlocated ? "silent" : vehicle.availability.rawValue)"
    )
  }
}

/// A text in the forms in which plates, names and phone numbers are compared.
struct Wanted: Sendable {
  private let plate: String
  private let name: String
  private let digits: String

  /// The least of a plate or a name, and of a phone number, that says whose it is.
  private static let (least, leastDigits) = (2, 4)

  init(_ text: String) {
    plate = PlateText.compared(text)
    name = text.lowercased()
    digits = Self.digits(of: text)
  }

  /// Whether it is long enough for a name or a phone number.
  var isOfPeople: Bool { name.count >= Self.least }

  /// Whether it is a part of a plate, however that is spaced.
  func matches(plate other: String?) -> Bool {
    guard let other, plate.count >= Self.least else { return false }
    return PlateText.compared(other).contains(plate)
  }

  /// Whether it is a part of a name, or the end of a phone number.
  func matches(name other: String?, phoneNumber: String?) -> Bool {
    if isOfPeople, let other, other.lowercased().contains(name) { return true }
    guard let phoneNumber, digits.count >= Self.leastDigits, digits.count * 2 >= name.count else {
      return false
    }
    return Self.digits(of: phoneNumber).hasSuffix(digits)
  }

  private static func digits(of text: String) -> String {
    text.filter { $0.isASCII && $0.isNumber }
  }
}

/// The addresses of the console's pages.
enum Link {
  static func ride(_ identifier: String) -> String {
    "/rides/" + PercentEncoding.encode(identifier)
  }

  static func vehicle(_ identifier: String) -> String {
    "/vehicles/" + PercentEncoding.encode(identifier)
  }

  static func rider(_ identifier: String) -> String {
    "/riders/" + PercentEncoding.encode(identifier)
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
