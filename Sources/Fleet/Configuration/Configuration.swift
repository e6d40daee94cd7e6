package import AMQP
package import Crypto
package import Probes

/// What a worker or the tool is told by its environment.
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
  /// The port of the probes; nil when they are off.
  package var probePort: UInt16?
  package var probeAddress: ProbeAddress
  /// How far the clock may be from the database's.
  package var clockLimitSeconds: Int
  package var logLevel: LogLevel
  package var logFormat: LogFormat
  /// The share of messages that have an access line at the level `info`, from 0 to 1.
  package var logAccessSample: Double
  /// The probes that `livery status` asks, as they were written.
  package var statusWorkers: [String]
  package var tracing: TraceConfiguration

  package init(
    endpoints: [AMQPEndpoint], store: StoreLocation, catalogue: String?, lanes: Int, prefetch: Int,
    batchLimit: Int, drainSeconds: Int, quoteKeys: [MessageAuthenticationKey],
    payments: PaymentSystem = .builtIn, deadLetters: DeadLetterPlace = .store,
    deadLetterDays: Int = 30, probePort: UInt16?,
    probeAddress: ProbeAddress = .any, clockLimitSeconds: Int = 30, logLevel: LogLevel,
    logFormat: LogFormat = .json, logAccessSample: Double = 0,
    statusWorkers: [String] = [], tracing: TraceConfiguration = TraceConfiguration()
  ) {
    self.endpoints = endpoints
    self.store = store
    self.catalogue = catalogue
    self.lanes = lanes
    self.prefetch = prefetch
    self.batchLimit = batchLimit
    self.drainSeconds = drainSeconds
    self.quoteKeys = quoteKeys
    self.payments = payments
    self.deadLetters = deadLetters
    self.deadLetterDays = deadLetterDays
    self.probePort = probePort
    self.probeAddress = probeAddress
    self.clockLimitSeconds = clockLimitSeconds
    self.logLevel = logLevel
    self.logFormat = logFormat
    self.logAccessSample = logAccessSample
    self.statusWorkers = statusWorkers
    self.tracing = tracing
  }

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
    case .probePort: "\(probePort ?? 0)"
    case .probeAddress: "\(probeAddress)"
    case .clockLimitSeconds: "\(clockLimitSeconds)"
    case .logLevel: logLevel.rawValue
    case .logFormat: logFormat.rawValue
    case .logAccessSample: "\(logAccessSample)"
    case .statusWorkers: statusWorkers.joined(separator: ",")
    default: tracing.redactedText(of: name) ?? ""
    }
  }
}
