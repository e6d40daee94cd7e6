import Catalogues
import Fleet
import MemoryStore
import Messages
import Recordings
import Replay
import RideHandlers
import RideStore
import Rides

/// The fleets of a local replay: the one that is replayed on, and with `--against` another one.
final class LocalFleets {
  let first: LocalFleet.Parts
  let second: LocalFleet.Parts?
  private let databases: [MemoryDatabase]
  private let digest: String
  private let version: String
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
      parts.append(
        LocalFleet.Parts(
          catalogue: catalogue, quotes: tokens, payments: payments, openStore: store))
    }
    first = parts[0]
    second = parts.count > 1 ? parts[1] : nil
    self.databases = databases
    digest = CatalogueSource(path: path).digest
    version = Version.text(commit: context.commit)
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

  /// Whether a store holds half of a transaction.
  var isTorn: Bool { databases.contains(where: \.isTorn) }

  /// The header of a recording with the outcome of this replay.
  func header(_ header: RecordingHeader) -> RecordingHeader {
    var header = header
    header.hasOutcomes = true
    header.catalogue = "sha256:\(digest)"
    header.livery = version
    header.settings[SettingName.payments.rawValue] = first.payments.rawValue
    return header
  }

  /// A message for the second fleet: a quote of the recording is the quote that this fleet has
  /// given for the same trip.
  func requoted(_ message: RecordedMessage) -> RecordedMessage { quotes.requoted(message) }

  /// Learns the quotes that the second fleet has given.
  func learn(_ outputs: [ReplayOutput]) { quotes.learn(outputs) }
}
