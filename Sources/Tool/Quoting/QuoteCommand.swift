import Catalogues
import Fleet
import Glibc
import Replay
import Rides

extension Command {
  static let quote = Command(
    name: "quote",
    summary: "prices a trip from a catalogue, without a fleet",
    notes: [
      "Vehicles of every product are taken to be at the pickup. With --trips, trips that were",
      "driven are quoted at their starts, and figures show how far quotes are from fares that were",
      "paid. The file is CSV with the columns trip_start_timestamp, pickup_latitude,",
      "pickup_longitude, dropoff_latitude, dropoff_longitude, trip_miles, trip_seconds and fare",
      "(US dollars), as the city of Chicago publishes them. Left out are fares below 3.25, and",
      "less than 0.5 miles, 120 s, or 0.5 km as the crow flies. With --fares, fares that are known",
      "are compared to the smallest unit. That CSV has the columns trip (its name), product, time",
      "(local), pickup and dropoff (degrees with a blank between), metres, seconds, slow_seconds",
      "and party (or nothing), fare, and, if wanted, extras: their keys with blanks between,",
      "such as 'bag=2 pet', and booked: ahead for a time that was booked, or now. With --explain,",
      "each line of a fare has the path in the catalogue of the key that makes it, what that says,",
      "and what its share is taken of.",
    ],
    operand: Operand(
      name: "LAT,LON LAT,LON", summary: "pickup and drop-off in degrees; the latter may lack",
      count: 0...2),
    options: [
      OptionRow("--catalogue", "PATH", .text, "instead of the one of LIVERY_CATALOGUE"),
      OptionRow("--locale", "LOCALE", .text, "such as en_US; the catalogue's default"),
      OptionRow("--at", "TIME", .text, "when the rider asks, in RFC 3339; now"),
      OptionRow("--ahead", "the ride is booked ahead, for the time of --at"),
      OptionRow("--party", "N", .integer(1...10_000), "the price for so many"),
      OptionRow(
        "--extra", "KEY[=N]", .text, repeats: true, "where this extra is sold, with N of it (1)"),
      OptionRow("--product", "KEY", .text, "this product alone; with --trips it is taxi"),
      OptionRow("--trips", "FILE", .text, "compare quotes with trips; - for standard input"),
      OptionRow("--fares", "FILE", .text, "compare prices with known fares; - for standard input"),
      OptionRow(
        "--clock", "CLOCK", .choice(TripComparison.Clock.allCases.map(\.rawValue)),
        "what trip_start_timestamp counts; local, as in Chicago's data"),
      OptionRow("--explain", "each line of a fare with the rule of the catalogue that makes it"),
      OptionRow("--json", "as one JSON object"),
    ],
    example: "livery quote 41.8796,-87.6237 41.9786,-87.9047 --party 3",
    settings: [.catalogue],
    endings: [
      Ending(.success, "there is a price, or there are figures"),
      Ending(.failure, "nothing is sold for this trip, or fares differ; the reason is printed"),
      Ending(.data, "the catalogue or the file of trips or fares cannot be used"),
      .wrongSetting,
    ]
  ) { (arguments, context) throws(ToolError) in
    let lines: [StyledText]
    let json: [UInt8]
    var ending = ExitCode.success
    if arguments.has("--explain"), arguments.has("--fares") || arguments.has("--trips") {
      throw ToolError(.usage, "expected --explain beside places alone, got it beside a file")
    }
    if let path = arguments.text("--fares") {
      let report = try FareReport.make(of: path, arguments, context)
      (lines, json) = (report.lines.map { StyledText($0) }, report.json)
      ending = report.comparison.agrees ? .success : .failure
    } else if let path = arguments.text("--trips") {
      let report = try TripReport.make(of: path, arguments, context)
      (lines, json) = (report.lines.map { StyledText($0) }, report.json)
    } else {
      let report = QuoteReport(
        quotes: try OfflineQuotes.make(arguments, context),
        reasons: try FareReasons.make(arguments, context))
      (lines, json) = (report.lines, report.json)
    }
    if arguments.has("--json") {
      context.output.line(json: json)
    } else {
      for line in lines { context.output.line(styled: line) }
    }
    return ending
  }
}

extension OfflineQuotes {
  fileprivate static func make(
    _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> OfflineQuotes {
    guard let pickup = arguments.operands.first else {
      throw ToolError(.usage, "expected a pickup as LAT,LON, or --trips FILE")
    }
    let now = try time(arguments.text("--at"))
    let trip = Trip(
      pickup: Place(coordinate: try coordinate(pickup)),
      dropOff: try arguments.operands.dropFirst().first.map { (text) throws(ToolError) in
        Place(coordinate: try coordinate(text))
      }, scheduledPickup: arguments.has("--ahead") ? now : nil,
      partySize: arguments.integer("--party"))
    let catalogue = try context.catalogue(of: arguments)
    let selection = OptionSelection(
      name: nil, optionIdentifier: arguments.text("--product").map { ProductKey($0) },
      partySize: arguments.integer("--party"), extras: try extras(arguments.texts("--extra")))
    do throws(Refusal) {
      return try OfflineQuotes(
        of: catalogue, for: trip, locale: arguments.text("--locale"), selection: selection, at: now,
        isExplained: arguments.has("--explain"))
    } catch {
      throw ToolError(
        .failure, "\(error.reason.rawValue): \(error.message)" + places(error, trip, catalogue))
    }
  }

  /// The places that a refusal is about.
  private static func places(_ refusal: Refusal, _ trip: Trip, _ catalogue: Catalogue) -> String {
    let isOutside = refusal.reason == .outsideServiceArea
    let ends =
      [("pickup", "pickupLocation", trip.pickup)]
      + (trip.dropOff.map { [("drop-off", "dropOffLocation", $0)] } ?? [])
    let meant = ends.filter { _, path, place in
      isOutside
        ? !catalogue.serviceAreas.contains { $0.boundary.contains(place.coordinate) }
        : path == refusal.path
    }
    guard !meant.isEmpty else { return "" }
    return " (" + meant.map { "\($0.0) \($0.2.shown)" }.joined(separator: ", ") + ")"
  }

  private static func extras(_ texts: [String]) throws(ToolError) -> [ExtraCount] {
    var extras: [ExtraCount] = []
    for text in texts {
      guard let extra = ExtraCount(text: text) else {
        throw ToolError(.usage, "--extra: expected KEY or KEY=N, such as bag=2, got '\(text)'")
      }
      extras.append(extra)
    }
    return extras
  }

  private static func coordinate(_ text: String) throws(ToolError) -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw ToolError(
        .usage, "expected LAT,LON in degrees, such as 41.8796,-87.6237, got '\(text)'")
    }
    return place
  }

  private static func time(_ text: String?) throws(ToolError) -> Instant {
    guard let text else { return WallClock.now() }
    guard let instant = Instant(rfc3339: text) else {
      throw ToolError(.usage, "--at: expected a time such as 2026-11-21T05:04:00Z, got '\(text)'")
    }
    return instant
  }
}

extension FareReport {
  fileprivate static func make(
    of path: String, _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> FareReport {
    guard arguments.operands.isEmpty, arguments.text("--trips") == nil else {
      throw ToolError(.usage, "expected --fares without places and without --trips")
    }
    let catalogue = try context.catalogue(of: arguments)
    let bytes = try InputFile.bytes(path)
    do throws(FareTable.Mistakes) {
      return FareReport(comparison: FareComparison(try FareTable(bytes), with: catalogue))
    } catch {
      throw ToolError(.data, error.all.map { "\(path): \($0)" })
    }
  }
}

extension InputFile {
  fileprivate static func bytes(_ path: String) throws(ToolError) -> [UInt8] {
    guard let bytes = read(path) else {
      throw ToolError(.data, "\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    return bytes
  }
}

extension TripReport {
  fileprivate static func make(
    of path: String, _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> TripReport {
    guard arguments.operands.isEmpty else {
      throw ToolError(.usage, "expected either places or --trips, got both")
    }
    let catalogue = try context.catalogue(of: arguments)
    let bytes = try InputFile.bytes(path)
    let file: TripFile
    do throws(FileMistake) { file = try TripFile(bytes) } catch {
      throw ToolError(.data, "\(path): \(error)")
    }
    let clock = arguments.text("--clock").flatMap { TripComparison.Clock(rawValue: $0) }
    var comparison = TripComparison(
      catalogue, product: ProductKey(arguments.text("--product") ?? "taxi"),
      clock: clock ?? .local)
    for trip in file.trips { comparison.add(trip) }
    let report = TripReport(
      comparison: comparison, mistakes: file.mistakes,
      rows: file.trips.count + file.mistakes.count)
    guard comparison.used > 0 else {
      throw ToolError(
        .data, ["\(path): expected a trip that can be quoted, got none"] + report.lines)
    }
    return report
  }
}

extension FareReasons {
  /// Nil without `--explain`.
  fileprivate static func make(
    _ arguments: Arguments, _ context: ToolContext
  ) throws(ToolError) -> FareReasons? {
    guard arguments.has("--explain") else { return nil }
    let path =
      if let given = arguments.text("--catalogue") { given } else {
        try context.catalogue().configuration.catalogue ?? ""
      }
    return FareReasons(
      catalogue: try context.catalogue(of: arguments),
      paths: CataloguePaths(CatalogueSource(path: path)))
  }
}

extension ToolContext {
  /// The catalogue of `--catalogue`, else of the settings.
  fileprivate func catalogue(of arguments: Arguments) throws(ToolError) -> Catalogue {
    guard let path = arguments.text("--catalogue") else { return try catalogue().catalogue }
    return try catalogue(at: path)
  }
}
