import Rides

/// Fares that an authority has published or that follow from its tariff, to be compared with those
/// of a catalogue.
struct FareTable {
  /// One row of the table.
  struct Row: Sendable {
    var line: Int
    /// What people call the trip.
    var name: String
    var product: ProductKey
    /// By the clocks of the area.
    var time: LocalDateTime
    var pickup: Coordinate
    var dropOff: Coordinate
    /// The way that was driven; nil for what the router or the travel model says.
    var route: Route?
    var partySize: Int?
    /// What the rider has chosen.
    var extras: [ExtraCount]
    /// Whether the time is one that was booked ahead.
    var isBookedAhead: Bool
    /// In the currency of the area.
    var fare: String
  }

  let rows: [Row]

  private static let columns = [
    "trip", "product", "time", "pickup", "dropoff", "metres", "seconds", "slow_seconds", "party",
    "fare",
  ]
  /// Columns that may lack.
  private static let optional = ["extras", "booked"]

  /// What keeps a table from being read: that of its heading, or that of each row.
  struct Mistakes: Error {
    let all: [FileMistake]
  }

  /// Throws where there is any mistake: a table that is read in part proves nothing.
  init(_ bytes: [UInt8]) throws(Mistakes) {
    let file = CSVFile(bytes)
    let columns = Self.columns + Self.optional.filter(file.heading.contains)
    var rows: [Row] = []
    var mistakes: [FileMistake] = []
    do throws(FileMistake) {
      let places = try Self.places(of: columns, in: file)
      for (line, cells) in file.rows {
        do throws(FileMistake) {
          rows.append(try Row(cells, of: columns, at: places, line: line))
        } catch { mistakes.append(error) }
      }
      guard !file.rows.isEmpty else {
        throw FileMistake(line: 2, message: "expected a fare, got none")
      }
    } catch { mistakes.append(error) }
    guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
    self.rows = rows
  }

  private static func places(
    of columns: [String], in file: CSVFile
  ) throws(FileMistake) -> [Int] {
    let places = try file.places(of: columns)
    // What nothing reads would seem to be compared.
    for (place, name) in file.heading.enumerated() where !places.contains(place) {
      throw FileMistake(
        line: 1, message: "expected each column once and no others, got '\(name.prefix(40))'")
    }
    return places
  }
}

extension FareTable.Row {
  private static let bookings = ["": false, "now": false, "ahead": true]

  fileprivate init(
    _ cells: [String], of columns: [String], at places: [Int], line: Int
  ) throws(FileMistake) {
    guard cells.count == places.count else {
      throw FileMistake(line: line, message: "expected \(places.count) cells, got \(cells.count)")
    }
    let texts = Dictionary(uniqueKeysWithValues: zip(columns, places).map { ($0, cells[$1]) })
    try self.init(texts, line: line)
  }

  private init(_ texts: [String: String], line: Int) throws(FileMistake) {
    func text(_ column: String) -> String { texts[column] ?? "" }
    func wrong(_ column: String, _ expected: String) -> FileMistake {
      FileMistake(
        line: line, message: "\(column): expected \(expected), got '\(text(column).prefix(40))'")
    }
    func read<Value>(
      _ column: String, _ expected: String, _ parse: (String) -> Value?
    ) throws(FileMistake) -> Value {
      guard let value = parse(text(column)) else { throw wrong(column, expected) }
      return value
    }
    func number(_ column: String) throws(FileMistake) -> Double? {
      if text(column).isEmpty { return nil }
      return try read(column, "a number from 0 to 10000000, or nothing") { text in
        Double(text).flatMap { (0...1e7).contains($0) ? $0 : nil }
      }
    }
    func place(_ column: String) throws(FileMistake) -> Coordinate {
      try read(column, "latitude and longitude with a blank between") { Coordinate(cell: $0) }
    }
    let time = try read("time", "a local time such as 2026-11-21T05:04") { LocalDateTime($0) }
    let metres = try number("metres")
    let (seconds, slow) = (try number("seconds"), try number("slow_seconds"))
    guard metres != nil || seconds == nil && slow == nil else {
      throw wrong("metres", "a number beside seconds")
    }
    if let slow, let seconds, slow > seconds { throw wrong("slow_seconds", "at most the seconds") }
    let party = text("party")
    guard party.isEmpty || Int(party) != nil else { throw wrong("party", "a whole number") }
    guard let extras = [ExtraCount](words: text("extras").split(separator: " ")) else {
      throw wrong("extras", "keys with or without a count, such as 'bag=2 pet', or nothing")
    }
    let isAhead = try read("booked", "ahead, now or nothing") { Self.bookings[$0] }
    self.init(
      line: line, name: text("trip"), product: ProductKey(text("product")), time: time,
      pickup: try place("pickup"), dropOff: try place("dropoff"),
      route: metres.map { Route(metres: $0, seconds: seconds ?? 0, slowSeconds: slow ?? 0) },
      partySize: Int(party), extras: extras, isBookedAhead: isAhead, fare: text("fare"))
  }
}

extension Coordinate {
  /// Reads `48.2082 16.3738`; nil if it is no place.
  fileprivate init?(cell text: String) {
    let parts = text.split(separator: " ").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension [ExtraCount] {
  /// Reads several; nil if one of them is wrong.
  fileprivate init?(words: [Substring]) {
    self = words.compactMap { ExtraCount(text: $0) }
    guard count == words.count else { return nil }
  }
}

extension ExtraCount {
  /// Reads the key of an extra with its count, as in `bag=2`; without a count it is one.
  init?(text: some StringProtocol) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.count > 1 else {
      self.init(identifier: ExtraKey(String(text)), count: 1)
      return
    }
    guard let count = Int(last) else { return nil }
    // The count is at the end: a key may have the sign, too.
    self.init(
      identifier: ExtraKey(parts.dropLast().joined(separator: "=")), count: count)
  }
}

/// The fares of a table beside those of a catalogue.
struct FareComparison {
  /// One fare of the table.
  struct Result {
    let row: FareTable.Row
    let expected: Money?
    /// Nil for a refusal.
    let got: Money?
    let refusal: String?

    /// Whether both are the same to the smallest unit.
    var agrees: Bool { expected != nil && expected == got }
  }

  let results: [Result]

  init(_ table: FareTable, with catalogue: Catalogue) {
    results = table.rows.map { Self.result($0, catalogue) }
  }

  /// Whether all are the same.
  var agrees: Bool { results.allSatisfy(\.agrees) }

  private static func result(_ row: FareTable.Row, _ catalogue: Catalogue) -> Result {
    guard let area = catalogue.serviceAreas.first(where: { $0.boundary.contains(row.pickup) })
    else {
      return Result(row: row, expected: nil, got: nil, refusal: "no area has this pickup")
    }
    // Of a time that the clocks show twice both have the same fare: what they show is what counts.
    guard let now = area.timeZone.instants(of: row.time).first else {
      let refusal = "time: the clocks of \(area.timeZone.name) skip it"
      return Result(row: row, expected: nil, got: nil, refusal: refusal)
    }
    let expected = try? Money(decimal: row.fare, currency: area.currency)
    do throws(Refusal) {
      return Result(
        row: row, expected: expected, got: try price(row, catalogue, at: now),
        refusal: expected == nil ? "fare: expected an amount in \(area.currency.code)" : nil)
    } catch {
      return Result(
        row: row, expected: expected, got: nil,
        refusal: "\(error.reason.rawValue): \(error.message)")
    }
  }

  /// What `Quoter.price` has for the trip of a row.
  private static func price(
    _ row: FareTable.Row, _ catalogue: Catalogue, at now: Instant
  ) throws(Refusal) -> Money {
    let quoter = Quoter(catalogue: catalogue, routing: StatedRouting(route: row.route))
    let trip = Trip(
      pickup: Place(coordinate: row.pickup), dropOff: Place(coordinate: row.dropOff),
      scheduledPickup: row.isBookedAhead ? now : nil, partySize: row.partySize)
    return try quoter.price(
      of: OptionSelection(
        name: nil, optionIdentifier: row.product, partySize: row.partySize, extras: row.extras),
      for: trip, at: now)
  }
}
