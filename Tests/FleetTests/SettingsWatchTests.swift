import AMQP
import Catalogues
import Crypto
import Foundation
import Messages
import RideStore
import Rides
import SQLiteStore
import Testing

@testable import Fleet
@testable import RideHandlers

@Suite("Settings that change while a worker runs")
struct SettingsWatchTests {
  private static let chicago =
    URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../deploy/catalogues/chicago.json").standardized.path

  private let folder: URL
  private let lines = LogLines()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("keys", "k1:MDEyMzQ1Njc4OWFiY2RlZg==")
    try write("broker", "amqp://u:first@127.0.0.1/v")
    try write("store", "postgres://u:first@db/livery")
    try FileManager.default.copyItem(atPath: Self.chicago, toPath: path("catalogue.json"))
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ name: String, _ text: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  private func change(_ name: String, _ text: String, to other: String) throws {
    let old = try String(contentsOfFile: path(name), encoding: .utf8)
    try #require(old.contains(text))
    try write(name, old.replacingOccurrences(of: text, with: other))
  }

  /// What a worker of these files goes by, and the watch over them, which has looked twice.
  private func started() throws -> (CurrentSettings, SettingsWatch) {
    let environment = [
      "LIVERY_QUOTE_KEYS_FILE": path("keys"), "LIVERY_AMQP_URL_FILE": path("broker"),
      "LIVERY_STORE_FILE": path("store"), "LIVERY_CATALOGUE": path("catalogue.json"),
    ]
    let configuration = try Configuration.load(environment: environment).get()
    let source = CatalogueSource(path: path("catalogue.json"))
    let catalogue = try CatalogueFile.load(path: "", from: source)
    let current = CurrentSettings(
      endpoints: configuration.endpoints, store: configuration.store,
      dependencies: HandlerDependencies(
        worker: "w", quoter: Quoter(catalogue: catalogue),
        supply: { Supply(takenAt: Instant(seconds: 0), entries: []) }, digest: SHA256.digest,
        base32: Base32.encode, quotes: .signed(by: configuration.quoteKeys)),
      digest: source.digest)
    var watch = SettingsWatch(
      current, configuration, digest: source.digest, environment: environment, log: lines.log)
    look(&watch)
    #expect(lines.texts == [] && current.values.dependenciesVersion == 0, "nothing has changed")
    return (current, watch)
  }

  private func look(_ watch: inout SettingsWatch) {
    for _ in 0..<2 { watch.look() }
  }

  private func end() {
    #expect(lines.texts.allSatisfy { !$0.contains("first") && !$0.contains("second") })
    try? FileManager.default.removeItem(at: folder)
  }

  @Test("New keys sign at once, and the log has their names alone")
  func keys() throws {
    defer { end() }
    var (current, watch) = try started()
    try write("keys", "k2:c2Vjb25kIHNlY29uZCBzZWNvbmQ=,k1:MDEyMzQ1Njc4OWFiY2RlZg==")
    watch.look()
    #expect(current.values.dependenciesVersion == 0, "a file that is being written is not read")
    watch.look()
    #expect(current.keyOfSeal == "k2")
    #expect(lines.count(.quoteKeysReloaded) == 1)
    #expect(lines.texts.last?.contains(#""keys":["k2","k1"]"#) == true)
    look(&watch)
    #expect(lines.texts.count == 1 && current.values.dependenciesVersion == 1)
  }

  @Test(
    "Wrong keys, or none, are refused, and the previous ones stay in use",
    arguments: ["k2:short", ""])
  func wrongKeys(text: String) throws {
    defer { end() }
    var (current, watch) = try started()
    try write("keys", text)
    look(&watch)
    #expect(current.keyOfSeal == "k1")
    #expect(lines.count(.reloadRefused) == 1 && lines.texts.count == 1, "\(lines.texts)")
  }

  @Test("Connections are made with the broker's and the database's new passwords")
  func passwords() throws {
    defer { end() }
    var (current, watch) = try started()
    try write("broker", "amqp://u:second@127.0.0.1/v")
    try write("store", "postgres://u:second@db/livery")
    look(&watch)
    #expect(current.values.endpoints.map(\.password) == ["second"])
    #expect(current.values.store.postgresURL == "postgres://u:second@db/livery")
    #expect(lines.count(.brokerURLReloaded) == 1 && lines.count(.storeURLReloaded) == 1)
  }

  @Test("Another database needs a restart")
  func otherDatabase() throws {
    defer { end() }
    var (current, watch) = try started()
    try write("store", "postgres://u:second@db/other")
    look(&watch)
    #expect(current.values.store.postgresURL == "postgres://u:first@db/livery")
    #expect(lines.count(.reloadRefused) == 1)
  }

  @Test("A new catalogue is used, one with a mistake is logged and not used")
  func catalogue() throws {
    defer { end() }
    var (current, watch) = try started()
    let before = current.values.dependencies.quoter.catalogue
    try change("catalogue.json", #""base": "3.00""#, to: #""base": "3.01""#)
    look(&watch)
    let after = current.values.dependencies.quoter.catalogue
    #expect(after != before && lines.count(.catalogueReloaded) == 1)
    #expect(
      lines.texts.last?.contains(CatalogueSource(path: path("catalogue.json")).digest) == true)
    try change("catalogue.json", #""currency": "USD""#, to: #""currency": "dollars""#)
    look(&watch)
    #expect(current.values.dependencies.quoter.catalogue == after)
    #expect(lines.count(.reloadRefused) >= 1)
    #expect(lines.texts.contains { $0.contains("serviceAreas[0].currency") })
    try FileManager.default.removeItem(atPath: path("catalogue.json"))
    look(&watch)
    #expect(current.values.dependencies.quoter.catalogue == after)
  }

  @Test("All mistakes of a catalogue are logged, as at a start")
  func allMistakes() throws {
    defer { end() }
    var (_, watch) = try started()
    let names = ["base", "distance", "time", "partySize", "distanceRate", "timeRate"]
    for name in names {
      try change(
        "catalogue.json", #""\#(name)": {"#, to: #""\#(name)": { "de_DE": "?", "fr_FR": "?","#)
    }
    look(&watch)
    #expect(lines.count(.reloadRefused) == 12 && lines.texts.count == 12, "\(lines.texts)")
  }

  @Test("A lane uses new settings from its next batch on, and keeps its vehicles")
  func lane() throws {
    defer { end() }
    var (current, watch) = try started()
    try SQLiteStore.migrate(path: path("rides.db"))
    let store = try SQLiteStore(path: path("rides.db"))
    let made = Made()
    let handler = RenewedHandler(current, store: store) { dependencies, _ in
      made.dependencies.append(dependencies)
      return ListOptionsHandler(dependencies: dependencies)
    }
    _ = try handler.handle([], at: Instant(seconds: 0))
    try change("catalogue.json", #""base": "3.00""#, to: #""base": "3.01""#)
    look(&watch)
    #expect(made.dependencies.count == 1)
    for _ in 0..<2 { _ = try handler.handle([], at: Instant(seconds: 0)) }
    #expect(made.dependencies.count == 2)
    #expect(made.dependencies[1].quoter.catalogue != made.dependencies[0].quoter.catalogue)
    #expect(made.dependencies[1].taken === made.dependencies[0].taken)
  }

  @Test("The files of a folder are watched one by one")
  func folderOfCatalogues() throws {
    defer { end() }
    var files = WatchedFiles([folder.path])
    let first = (files.haveChanged(), files.haveChanged(), files.haveChanged())
    #expect(first == (false, true, false))
    let file = try FileHandle(forWritingTo: folder.appending(path: "catalogue.json"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(" ".utf8))
    try file.close()
    let second = (files.haveChanged(), files.haveChanged(), files.haveChanged())
    #expect(second == (false, true, false))
  }
}

/// The dependencies that handlers were made with.
private final class Made {
  var dependencies: [HandlerDependencies] = []
}

extension CurrentSettings {
  /// The identifier of the key that signs quotes.
  fileprivate var keyOfSeal: String {
    var token: [UInt8] = []
    values.dependencies.quotes.seal?([1], &token)
    return String(decoding: token.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
  }
}
