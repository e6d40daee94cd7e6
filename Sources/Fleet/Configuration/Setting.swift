/// One setting of the fleet: a row of the table that the configuration is read by.
package struct Setting: Sendable {
  /// What the value of a setting must be.
  package enum Kind: Sendable {
    /// A whole number in decimal digits.
    case integer(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// A text, and what is expected of it in words.
    case text(String)
  }

  /// When a change of a file's content takes effect; every other change needs a restart.
  package enum Renewal: String, Sendable {
    case never = "at a restart"
    case soon = "in the file, within seconds"
    case atConnection = "in the file, at the next connection"
  }

  /// Which processes of a fleet have to agree on a value.
  package enum Scope: String, CaseIterable, Sendable {
    case fleet = "all workers alike"
    case worker = "each worker its own"
    case tool = "the tool and the console"
    case console = "the console alone"
  }

  package let name: SettingName
  package let kind: Kind
  /// The value of an absent setting; nil when there is none, or when it follows from others.
  package let defaultText: String?
  /// In words, how the value of an absent setting follows from other settings and the machine.
  package let derivedDefault: String?
  /// What it is for, in one line.
  package let summary: String
  /// Whether the value is never shown, and may come from the file that `NAME_FILE` names.
  package let isSecret: Bool
  /// When a change of the file that the setting or `NAME_FILE` names takes effect.
  package let renewal: Renewal
  package let scope: Scope

  package init(
    _ name: SettingName, _ kind: Kind, defaultText: String?, derivedDefault: String? = nil,
    isSecret: Bool = false, renewal: Renewal = .never, scope: Scope = .fleet, summary: String
  ) {
    self.name = name
    self.kind = kind
    self.defaultText = defaultText
    self.derivedDefault = derivedDefault
    self.isSecret = isSecret
    self.renewal = renewal
    self.scope = scope
    self.summary = summary
  }

  /// The value of an absent setting, as documents show it; nil when there is none.
  package var shownDefault: String? { derivedDefault ?? defaultText }

  /// The values that are allowed, in words, as in "1 to 64".
  package var range: String {
    switch kind {
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): words.joined(separator: ", ")
    case .text(let expectation): expectation
    }
  }
}

/// The name of a setting, as the environment spells it.
package enum SettingName: String, CaseIterable, Sendable {
  case amqpURL = "LIVERY_AMQP_URL"
  case store = "LIVERY_STORE"
  case catalogue = "LIVERY_CATALOGUE"
  case lanes = "LIVERY_LANES"
  case prefetch = "LIVERY_PREFETCH"
  case batchLimit = "LIVERY_BATCH_LIMIT"
  case drainSeconds = "LIVERY_DRAIN_SECONDS"
  case quoteKeys = "LIVERY_QUOTE_KEYS"
  case payments = "LIVERY_PAYMENTS"
  case deadLetters = "LIVERY_DEAD_LETTERS"
  case deadLetterDays = "LIVERY_DEAD_LETTER_DAYS"
  case deadLetterMegabytes = "LIVERY_DEAD_LETTER_MEGABYTES"
  case probePort = "LIVERY_PROBE_PORT"
  case probeAddress = "LIVERY_PROBE_ADDRESS"
  case updateSeconds = "LIVERY_UPDATE_SECONDS"
  case clockLimitSeconds = "LIVERY_CLOCK_LIMIT_SECONDS"
  case logLevel = "LIVERY_LOG_LEVEL"
  case logFormat = "LIVERY_LOG_FORMAT"
  case logAccessSample = "LIVERY_LOG_ACCESS_SAMPLE"
  case statusWorkers = "LIVERY_STATUS_WORKERS"

  // The console
  case consolePort = "LIVERY_CONSOLE_PORT"
  case consoleAddress = "LIVERY_CONSOLE_ADDRESS"
  case consoleAccounts = "LIVERY_CONSOLE_ACCOUNTS"
  case consoleProxyHeader = "LIVERY_CONSOLE_PROXY_HEADER"
  case consoleOrigin = "LIVERY_CONSOLE_ORIGIN"
  case consoleTiles = "LIVERY_CONSOLE_TILES"
  case consoleSite = "LIVERY_CONSOLE_SITE"
  case consoleRecordings = "LIVERY_CONSOLE_RECORDINGS"
  case brokerAPI = "LIVERY_BROKER_API"

  // Traces: OpenTelemetry's names, and one of Livery's own
  case traceEndpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
  case tracesEndpoint = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
  case traceHeaders = "OTEL_EXPORTER_OTLP_HEADERS"
  case traceTimeout = "OTEL_EXPORTER_OTLP_TIMEOUT"
  case traceProtocol = "OTEL_EXPORTER_OTLP_PROTOCOL"
  case traceSampler = "OTEL_TRACES_SAMPLER"
  case traceSamplerArgument = "OTEL_TRACES_SAMPLER_ARG"
  case traceConsumer = "LIVERY_TRACE_CONSUMER"
  case traceServiceName = "OTEL_SERVICE_NAME"
  case traceResource = "OTEL_RESOURCE_ATTRIBUTES"
  case traceScheduleDelay = "OTEL_BSP_SCHEDULE_DELAY"
  case traceExportTimeout = "OTEL_BSP_EXPORT_TIMEOUT"
  case traceQueueSize = "OTEL_BSP_MAX_QUEUE_SIZE"
  case traceBatchSize = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"
  case traceDisabled = "OTEL_SDK_DISABLED"
}

extension Setting {
  /// The table as Markdown, one setting a row, without a line feed at the end.
  package static var tableInMarkdown: String {
    let rows = all.map { setting in
      let value = setting.defaultText.map { "`\($0)`" }
      let file = setting.isSecret ? ", or `\(setting.name.rawValue)_FILE`" : ""
      let own = setting.scope == .fleet ? "" : "; for \(setting.scope.rawValue)"
      let renewal = setting.renewal == .never ? "" : "; renewed \(setting.renewal.rawValue)"
      let cells = [
        "`\(setting.name.rawValue)`\(file)", setting.summary + own + renewal, setting.range,
        setting.derivedDefault ?? value ?? "none",
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let head = ["| setting | what it is | values | default |", "|---|---|---|---|"]
    return (head + rows).joined(separator: "\n")
  }

  /// The table as plain text for a terminal, three lines a setting at most.
  package static var help: String {
    let rows = all.map { setting in
      let fallback = setting.shownDefault.map { "; default \($0)" } ?? ""
      let file = setting.isSecret ? "; or \(setting.name.rawValue)_FILE" : ""
      let own = setting.scope == .fleet ? "" : "; for \(setting.scope.rawValue)"
      return "  \(setting.name.rawValue)\n      \(setting.summary).\n"
        + "      \(setting.range)\(fallback)\(file)\(own)"
    }
    return "Environment:\n" + rows.joined(separator: "\n")
  }
}

/// The settings of one scope as a commented environment file, which systemd and shells read.
///
/// `EnvironmentFile=` of systemd.exec(5) and `set -a; . FILE` of sh(1) take the same lines as long
/// as no value has a space or a quote; no default has one, as a test checks.
package enum EnvironmentFile {
  /// The file's text: for each setting its summary, its values, and its default after a `#`.
  package static func text(of scope: Setting.Scope) -> String {
    let settings = Setting.all.filter { $0.scope == scope }
    return (head(of: scope) + settings.map(paragraph)).joined(separator: "\n\n") + "\n"
  }

  private static func head(of scope: Setting.Scope) -> [String] {
    switch scope {
    case .fleet: ["# Settings that all workers of a fleet share. Remove the # of a line to set it."]
    case .worker: ["# Settings that each worker has of its own. Remove the # of a line to set it."]
    case .tool: ["# Settings of the tool and the console. Remove the # of a line to set it."]
    case .console: ["# Settings of the console alone. Remove the # of a line to set it."]
    }
  }

  private static func paragraph(of setting: Setting) -> String {
    let name = setting.name.rawValue
    var lines = ["\(plain(setting.summary)).", "Values: \(setting.range)."]
    lines.append(
      "Default: \(setting.shownDefault ?? "none"). A change counts \(setting.renewal.rawValue).")
    if setting.isSecret {
      lines.append("\(name)_FILE may name a file that holds the value instead.")
    }
    return (lines.map { "# \($0)" } + ["#\(name)=\(setting.defaultText ?? "")"])
      .joined(separator: "\n")
  }

  /// A summary without the marks of Markdown.
  private static func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
}
