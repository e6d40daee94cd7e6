package import AMQP
package import Crypto
package import HTTP
import PostgresStore
package import Rides

/// The settings of a worker or of the tool.
package struct Configuration: Sendable {
  /// The broker's nodes, to be tried in turn; never empty.
  package var endpoints: [AMQPEndpoint]
  package var store: StoreLocation
  /// The path of the catalogue's file or folder; nil when none was named.
  package var catalogue: String?
  package var lanes: Int
  package var prefetch: Int
  package var batchLimit: Int
  package var drainSeconds: Int
  /// The keys of quotes: the first signs, all verify; empty when none was given.
  package var quoteKeys: [MessageAuthenticationKey]
  package var payments: PaymentSystem
  package var deadLetters: DeadLetterPlace
  package var deadLetterDays: Int
  /// The room for the dead letters of each sender.
  package var deadLetterMegabytes: Int
  /// The port of the probes; nil when they are off.
  package var probePort: UInt16?
  package var probeAddress: ListenAddress
  /// The seconds after which an observer is shown what the vehicle has reported since.
  package var updateSeconds: Int
  /// How far the clock may differ from the database's.
  package var clockLimitSeconds: Int
  package var logLevel: LogLevel
  package var logFormat: LogFormat
  /// The share of messages that have an access line at the level `info`, from 0 to 1.
  package var logAccessSample: Double
  /// The probes that `livery status` asks, as they were written.
  package var statusWorkers: [String]
  package var console: ConsoleConfiguration
  package var tracing: TraceConfiguration

  /// One line `NAME=value` for each setting in the table's order, with secrets withheld.
  package var redactedDescription: [String] {
    Setting.all.map { "\($0.name.rawValue)=\(redactedText(of: $0.name))" }
  }

  private func redactedText(of name: SettingName) -> String {
    switch name {
    case .amqpURL: endpoints.map(\.fullDescription).joined(separator: ",")
    case .store: store.description
    case .catalogue: catalogue ?? ""
    case .lanes: "\(lanes)"
    case .prefetch: "\(prefetch)"
    case .batchLimit: "\(batchLimit)"
    case .drainSeconds: "\(drainSeconds)"
    case .quoteKeys: quoteKeys.map { "\($0.identifier):***" }.joined(separator: ",")
    case .payments: payments.rawValue
    case .deadLetters: deadLetters.rawValue
    case .deadLetterDays: "\(deadLetterDays)"
    case .deadLetterMegabytes: "\(deadLetterMegabytes)"
    case .probePort: "\(probePort ?? 0)"
    case .probeAddress: "\(probeAddress)"
    case .updateSeconds: "\(updateSeconds)"
    case .clockLimitSeconds: "\(clockLimitSeconds)"
    case .logLevel: logLevel.rawValue
    case .logFormat: logFormat.rawValue
    case .logAccessSample: "\(logAccessSample)"
    case .statusWorkers: statusWorkers.joined(separator: ",")
    default: console.redactedText(of: name) ?? tracing.redactedText(of: name)
    }
  }

  /// Reads the settings of an environment; the error has every mistake.
  ///
  /// `required` are settings without a default that the caller needs. `readFile` returns the
  /// content of a file that a `NAME_FILE` names, nil when it cannot be read. `processors` is the
  /// number of processors that the process may use.
  package static func load(
    environment: [String: String] = SystemEnvironment.variables(),
    required: Set<SettingName> = [],
    readFile: @escaping (String) -> [UInt8]? = SystemEnvironment.readFile,
    processors: Int = LaneCount.processors()
  ) -> Result<Configuration, ConfigurationMistakes> {
    var reader = SettingReader(environment: environment, readFile: readFile)
    reader.refuseUnknownNames()
    reader.refuseAbsent(required)
    let store = reader.value(of: .store, readStore) ?? .sqlite(path: "")
    let configuration = Configuration(
      endpoints: reader.value(of: .amqpURL, readEndpoints) ?? [],
      store: store,
      catalogue: reader.nonEmptyText(of: .catalogue),
      lanes: reader.integer(.lanes, otherwise: LaneCount.fitting(store, processors: processors)),
      prefetch: reader.integer(.prefetch),
      batchLimit: reader.integer(.batchLimit), drainSeconds: reader.integer(.drainSeconds),
      quoteKeys: reader.value(of: .quoteKeys, readQuoteKeys) ?? [],
      payments: reader.word(of: .payments) ?? .builtIn,
      deadLetters: reader.word(of: .deadLetters) ?? .store,
      deadLetterDays: reader.integer(.deadLetterDays),
      deadLetterMegabytes: reader.integer(.deadLetterMegabytes),
      probePort: UInt16(exactly: reader.integer(.probePort)).flatMap { $0 == 0 ? nil : $0 },
      probeAddress: reader.parsed(.probeAddress, ListenAddress.init) ?? .any,
      updateSeconds: reader.integer(.updateSeconds),
      clockLimitSeconds: reader.integer(.clockLimitSeconds),
      logLevel: reader.word(of: .logLevel) ?? .info,
      logFormat: reader.word(of: .logFormat) ?? .json,
      logAccessSample: reader.parsed(.logAccessSample, ratio) ?? 0,
      statusWorkers: reader.parsed(.statusWorkers, addresses) ?? [],
      console: reader.console(), tracing: reader.tracing())
    return reader.mistakes.isEmpty
      ? .success(configuration) : .failure(ConfigurationMistakes(reader.mistakes))
  }

  private static func readEndpoints(_ text: String) throws(SettingFault) -> [AMQPEndpoint] {
    do throws(AMQPEndpointError) {
      return try AMQPEndpoint.list(text)
    } catch {
      // This error never quotes the URL.
      throw SettingFault(got: "a wrong one (\(error))")
    }
  }

  private static func readStore(_ text: String) throws(SettingFault) -> StoreLocation {
    guard let location = StoreLocation(text) else {
      throw SettingFault(got: "another text, which is not shown because it may hold a password")
    }
    guard case .postgres(let url) = location else { return location }
    do throws(PostgresURLMistake) {
      _ = try PostgresURL(url)
    } catch {
      throw SettingFault(got: "a URL with \(error.explanation)")
    }
    return location
  }

  private static func readQuoteKeys(
    _ text: String
  ) throws(SettingFault) -> [MessageAuthenticationKey] {
    do throws(QuoteKeyList.Fault) {
      return try QuoteKeyList.parse(text)
    } catch {
      throw SettingFault(got: error.explanation)
    }
  }

  private static func ratio(_ text: String) -> Double? {
    let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
    guard isDecimal, let ratio = Double(text), 0...1 ~= ratio else { return nil }
    return ratio
  }

  private static func addresses(_ text: String) -> [String]? {
    let addresses = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return addresses.contains("") ? nil : addresses
  }
}

/// Where dead letters are kept.
package enum DeadLetterPlace: String, Sendable, CaseIterable {
  /// Workers move them from their queues into the store.
  case store
  /// They stay in their queues.
  case queue
}

/// The system that moves the money of rides.
package enum PaymentSystem: String, Sendable, CaseIterable {
  /// A stand-in for tests and demonstrations, whose answers the catalogue scripts.
  case builtIn = "built-in"
  /// A real one, which receives commands through the exchange of payments and answers by messages.
  case amqp

  /// The port to it.
  package func gateway(of catalogue: Catalogue) -> any PaymentGateway {
    switch self {
    case .builtIn: ScriptedPayments(catalogue.paymentScript)
    case .amqp: PaymentsByMessage()
    }
  }
}

extension LogFormat {
  /// The format that an environment names, for lines before the settings are read; JSON where the
  /// environment names none.
  package init(environment: [String: String]) {
    self = environment[SettingName.logFormat.rawValue].flatMap(LogFormat.init) ?? .json
  }
}
