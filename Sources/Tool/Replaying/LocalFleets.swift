import Catalogues
import Fleet
import JSON
import MemoryStore
import Messages
import Replay
import RideHandlers
import RideStore
import Rides

/// The fleets of a local replay: the one that is replayed on, and with `--against` another one.
final class LocalFleets {
  private(set) var first: LocalFleet.Parts
  private(set) var second: LocalFleet.Parts?
  private let databases: [MemoryDatabase]
  private let digest: String
  /// The version of this build.
  let version: String
  /// The catalogue of each fleet: its path and its digest.
  let names: [String]
  private var quotes: ReplayedQuotes

  init(
    _ request: ReplayRequest, _ header: RecordingHeader, _ context: ToolContext
  ) throws(ToolError) {
    let configuration = try context.configuration(requiring: [])
    guard let path = request.catalogue ?? configuration.catalogue else {
      throw ToolError(.configuration, "expected LIVERY_CATALOGUE or --catalogue, got neither")
    }
    let payments =
      header.settings[SettingName.payments.rawValue].flatMap(PaymentSystem.init(rawValue:))
      ?? configuration.payments
    let tokens =
      header.isMasked || configuration.quoteKeys.isEmpty
      ? RecordingQuotes.tokens(beside: configuration.quoteKeys)
      : QuoteTokens.signed(by: configuration.quoteKeys)
    let paths = [path] + (request.against.map { [$0] } ?? [])
    var databases: [MemoryDatabase] = []
    var parts: [LocalFleet.Parts] = []
    for path in paths {
      let catalogue = try context.catalogue(at: path)
      let database = MemoryDatabase(forOne: true)
      databases.append(database)
      let store = try Self.store(request.storeCopy, database)
      var fleet = LocalFleet.Parts(
        catalogue: catalogue, quotes: tokens, payments: payments, openStore: store)
      fleet.updateSeconds = header.updateSeconds
      parts.append(fleet)
    }
    first = parts[0]
    second = parts.count > 1 ? parts[1] : nil
    self.databases = databases
    digest = CatalogueSource(path: path).digest
    names = paths.map { "catalogue \($0) (sha256:\(CatalogueSource(path: $0).digest))" }
    version = context.version
    quotes = ReplayedQuotes(tokens)
  }

  /// How to open sessions: on memory, or on a copy of a file of SQLite.
  private static func store(
    _ path: String?, _ database: MemoryDatabase
  ) throws(ToolError) -> () throws(StoreError) -> any RideStore {
    guard let path else { return { () throws(StoreError) in MemoryStore(database) } }
    do throws(StoreError) {
      let copy = try StoreCopy(of: path)
      return { () throws(StoreError) in try copy.open() }
    } catch {
      throw ToolError(error)
    }
  }

  /// Whether some products ask for start codes.
  var asksForStartCodes: Bool {
    [first, second].compactMap(\.self).contains { parts in
      parts.catalogue.serviceAreas.contains { $0.products.contains(where: \.requiresStartCode) }
    }
  }

  /// Gives the rides of both fleets the start codes of the recording.
  func take(_ codes: RecordedStartCodes) {
    first.startCodes = codes
    second?.startCodes = codes
  }

  /// Whether a store holds half of a transaction.
  var isTorn: Bool { databases.contains(where: \.isTorn) }

  /// The header of a recording with the outcome of this replay.
  func header(_ header: RecordingHeader) -> RecordingHeader {
    var header = header
    header.hasOutcomes = true
    header.catalogue = "sha256:\(digest)"
    header.livery = version
    header.settings[SettingName.payments.rawValue] = first.payments.rawValue
    header.settings[SettingName.updateSeconds.rawValue] = "\(first.updateSeconds)"
    return header
  }

  /// A message for the second fleet: a recorded quote is replaced by this fleet's quote for the
  /// same trip.
  func requoted(_ message: RecordedMessage) -> RecordedMessage { quotes.requoted(message) }

  /// Remembers the second fleet's quotes.
  func learn(_ outputs: [ReplayOutput]) { quotes.learn(outputs) }
}

extension RecordingHeader {
  /// The seconds after which the recorded fleet has shown observers what a vehicle reported; fleets
  /// of earlier builds had the heartbeat alone.
  fileprivate var updateSeconds: Int {
    settings[SettingName.updateSeconds.rawValue].flatMap { Int($0) }
      .flatMap { UpdatesLease.leastSeconds...UpdatesLease.heartbeatSeconds ~= $0 ? $0 : nil }
      ?? UpdatesLease.heartbeatSeconds
  }
}

/// The quotes of a fleet in a replay, which replace the recorded ones.
///
/// A rider books by the quote of a list; with another tariff the list would have had another quote.
struct ReplayedQuotes {
  /// The most trips whose quotes are remembered.
  private static let capacity = 100_000

  /// What makes two quotes quotes for the same.
  private struct QuotedTrip: Hashable {
    let owner: [UInt8]?
    let area: String
    let product: ProductKey
    let pickup: QuoteClaims.Point
    let dropOff: QuoteClaims.Point?
    let stops: [QuoteClaims.Point]
  }

  private let tokens: QuoteTokens
  private var given: [QuotedTrip: String] = [:]

  init(_ tokens: QuoteTokens) { self.tokens = tokens }

  /// The message with the quotes of this replay.
  func requoted(_ message: RecordedMessage) -> RecordedMessage {
    guard message.body.holds("\"quoteIdentifier\""),
      let body = try? JSONRewriter.rewrite(
        message.body, limits: .message,
        { scalar in
          guard scalar.name == "quoteIdentifier", let token = scalar.string,
            let trip = trip(of: token), let other = given[trip]
          else { return nil }
          return JSONValue.string(other).text
        })
    else { return message }
    var message = message
    message.body = body
    return message
  }

  /// Learns the quotes of lists.
  mutating func learn(_ outputs: [ReplayOutput]) {
    for output in outputs where output.label.hasPrefix("list-ride-options.handle") {
      guard let fields = try? JSONValue(parsing: output.body, limits: .stored) else { continue }
      for option in fields["rideOptions"]?.array ?? [] {
        guard let token = option["quoteIdentifier"]?.string, let trip = trip(of: token) else {
          continue
        }
        if given.count >= Self.capacity { given.removeAll() }
        given[trip] = token
      }
    }
  }

  private func trip(of token: String) -> QuotedTrip? {
    var trip: QuotedTrip?
    _ = tokens.reissued(token, by: tokens) { claims, owner in
      trip = QuotedTrip(
        owner: owner, area: claims.area, product: claims.product, pickup: claims.pickup,
        dropOff: claims.dropOff, stops: claims.stops)
    }
    return trip
  }
}
