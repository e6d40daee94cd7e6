import AMQP
import Crypto
import PostgresStore
import Probes

extension Configuration {
  /// Reads the settings of an environment, and tells every mistake in it at once.
  ///
  /// `required` are settings without a default that the caller cannot do without. `readFile` gives
  /// the content of a file that a `NAME_FILE` names, nil when it cannot be read. `processors` is
  /// how many the process may use.
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
      catalogue: reader.value(of: .catalogue, readPath),
      lanes: reader.integer(.lanes, otherwise: LaneCount.fitting(store, processors: processors)),
      prefetch: reader.integer(.prefetch),
      batchLimit: reader.integer(.batchLimit), drainSeconds: reader.integer(.drainSeconds),
      quoteKeys: reader.value(of: .quoteKeys, readQuoteKeys) ?? [],
      payments: reader.value(of: .payments, readPayments) ?? .builtIn,
      deadLetters: reader.value(of: .deadLetters, readDeadLetterPlace) ?? .store,
      deadLetterDays: reader.integer(.deadLetterDays),
      probePort: UInt16(exactly: reader.integer(.probePort)).flatMap { $0 == 0 ? nil : $0 },
      probeAddress: reader.value(of: .probeAddress, readProbeAddress) ?? .any,
      clockLimitSeconds: reader.integer(.clockLimitSeconds),
      logLevel: reader.value(of: .logLevel, readLogLevel) ?? .info,
      logFormat: reader.value(of: .logFormat, readLogFormat) ?? .json,
      logAccessSample: reader.value(of: .logAccessSample, readRatio) ?? 0,
      statusWorkers: reader.value(of: .statusWorkers, readAddresses) ?? [],
      tracing: reader.tracing())
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

  private static func readPath(_ text: String) throws(SettingFault) -> String {
    guard !text.isEmpty else { throw SettingFault(got: "an empty text") }
    return text
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

  private static func readPayments(_ text: String) throws(SettingFault) -> PaymentSystem {
    guard let system = PaymentSystem(rawValue: text) else { throw SettingFault(got: "'\(text)'") }
    return system
  }

  private static func readDeadLetterPlace(
    _ text: String
  ) throws(SettingFault) -> DeadLetterPlace {
    guard let place = DeadLetterPlace(rawValue: text) else {
      throw SettingFault(got: "'\(text)'")
    }
    return place
  }

  private static func readProbeAddress(_ text: String) throws(SettingFault) -> ProbeAddress {
    guard let address = ProbeAddress(text) else { throw SettingFault(got: "'\(text)'") }
    return address
  }

  private static func readLogFormat(_ text: String) throws(SettingFault) -> LogFormat {
    guard let format = LogFormat(rawValue: text) else { throw SettingFault(got: "'\(text)'") }
    return format
  }

  private static func readRatio(_ text: String) throws(SettingFault) -> Double {
    let isDecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
    guard isDecimal, let ratio = Double(text), 0...1 ~= ratio else {
      throw SettingFault(got: "'\(text)'")
    }
    return ratio
  }

  private static func readAddresses(_ text: String) throws(SettingFault) -> [String] {
    let addresses = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !addresses.contains("") else { throw SettingFault(got: "'\(text)'") }
    return addresses
  }

  private static func readLogLevel(_ text: String) throws(SettingFault) -> LogLevel {
    guard let level = LogLevel(rawValue: text) else { throw SettingFault(got: "'\(text)'") }
    return level
  }
}
