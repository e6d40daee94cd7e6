import AMQP
import Catalogues
import Crypto
import Rides

/// Reads the files of a worker's settings again when they change: keys of quotes, URLs with their
/// passwords, the catalogue.
///
/// A file with a mistake is not used: the worker continues with the values that it has.
package struct SettingsWatch {
  /// How often the files are looked at.
  static let interval = Duration.seconds(2)

  private let current: CurrentSettings
  private let environment: [String: String]
  private let log: Log
  private var configuration: Configuration
  private var secrets: WatchedFiles
  private var catalogue: CatalogueWatch

  /// `digest` is that of the catalogue in force.
  package init(
    _ current: CurrentSettings, _ configuration: Configuration, digest: String,
    environment: [String: String], log: Log
  ) {
    self.current = current
    self.configuration = configuration
    self.environment = environment
    self.log = log
    secrets = WatchedFiles(
      Setting.all.filter(\.isSecret).compactMap { environment["\($0.name.rawValue)_FILE"] })
    catalogue = CatalogueWatch(path: configuration.catalogue, digest: digest, log: log)
  }

  /// Checks the files every two seconds until the stop.
  mutating func run(until stopSignal: StopSignal) {
    while !stopSignal.wait(for: Self.interval) { look() }
  }

  /// Checks the files once.
  ///
  /// A change is used at the second check that finds it, when the file is no longer being written.
  package mutating func look() {
    if secrets.haveChanged() { rereadSecrets() }
    catalogue.look { [current, configuration] in
      current.use($0, digest: $1, payments: configuration.payments)
    }
  }

  private mutating func rereadSecrets() {
    switch Configuration.load(environment: environment) {
    case .failure(let mistakes): refuse(mistakes.mistakes.map(\.description))
    case .success(let new):
      useKeys(of: new)
      useEndpoints(of: new)
      useStore(of: new)
    }
  }

  private mutating func useKeys(of new: Configuration) {
    guard new.quoteKeys != configuration.quoteKeys else { return }
    configuration.quoteKeys = new.quoteKeys
    current.use(new.quoteKeys)
    log.info(.quoteKeysReloaded, [.keys: .strings(new.quoteKeys.map(\.identifier))])
  }

  private mutating func useEndpoints(of new: Configuration) {
    guard new.endpoints != configuration.endpoints else { return }
    configuration.endpoints = new.endpoints
    current.use(new.endpoints)
    log.info(.brokerURLReloaded, [.broker: .strings(new.endpoints.map(\.description))])
  }

  private mutating func useStore(of new: Configuration) {
    guard new.store != configuration.store else { return }
    // Half of the sessions would be on another database.
    guard new.store.description == configuration.store.description else {
      refuse([
        "LIVERY_STORE_FILE: expected another password alone for \(configuration.store), got "
          + "\(new.store); it takes a restart"
      ])
      return
    }
    configuration.store = new.store
    current.use(new.store)
    log.info(.storeURLReloaded, [.store: .string("\(new.store)")])
  }

  private func refuse(_ mistakes: some Sequence<String>) {
    for mistake in mistakes { log.error(.reloadRefused, [.error: .string(mistake)]) }
  }
}

extension CatalogueSource {
  /// SHA-256 of the files' bytes one after the other, in hex, as `cat *.json | sha256sum` has it.
  package var digest: String {
    SHA256.digest(bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension CatalogueProblems {
  /// A line for each mistake, as the log has it.
  package var lines: [String] {
    mistakes.map { "LIVERY_CATALOGUE \(source): \($0)" }
  }
}
