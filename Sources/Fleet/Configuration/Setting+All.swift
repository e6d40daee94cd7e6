import Probes

extension Setting {
  /// Every setting, in the order in which a person meets them.
  package static let all = own + ofTraces

  private static let own = [
    Setting(
      .amqpURL, .text("amqp:// or amqps:// URLs, separated by commas"),
      defaultText: "amqp://guest:guest@127.0.0.1:5672/%2F", isSecret: true,
      renewal: .atConnection, scope: .worker,
      summary: "The broker's nodes, tried in turn: `amqp://user:password@host:port/vhost`"),
    Setting(
      .store, .text("sqlite:PATH, or a postgres:// URL"), defaultText: "sqlite:livery.db",
      isSecret: true, renewal: .atConnection, summary: "The database of the rides"),
    Setting(
      .catalogue, .text("a file or a folder"), defaultText: nil, renewal: .soon,
      summary: "Service areas, products and tariffs; every worker needs it"),
    Setting(
      .lanes, .integer(1...64), defaultText: nil, derivedDefault: LaneCount.rule,
      scope: .worker,
      summary: "Lanes of a worker, each a thread with its own connections"),
    Setting(
      .prefetch, .integer(1...2_000), defaultText: "256", scope: .worker,
      summary: "Messages that the broker sends a lane ahead of their acknowledgement"),
    Setting(
      .batchLimit, .integer(1...1_000), defaultText: "128", scope: .worker,
      summary: "Messages that a lane handles in one transaction"),
    Setting(
      .drainSeconds, .integer(1...600), defaultText: "25",
      summary: "Seconds that a worker has to finish its batches after SIGTERM"),
    Setting(
      .quoteKeys, .text("id:secret pairs, separated by commas"), defaultText: nil, isSecret: true,
      renewal: .soon,
      summary: "Keys of quotes, in base64 or hex, 16 bytes or more; the first signs, all verify"),
    Setting(
      .payments, .choice(PaymentSystem.allCases.map(\.rawValue)), defaultText: "built-in",
      summary: "Who moves money: a stand-in that the catalogue scripts, or one behind the broker"),
    Setting(
      .deadLetters, .choice(DeadLetterPlace.allCases.map(\.rawValue)), defaultText: "store",
      summary: "Where dead letters are kept: a worker moves them to the store, or they stay"),
    Setting(
      .deadLetterDays, .integer(1...3_650), defaultText: "30",
      summary: "Days for which the store keeps a dead letter"),
    Setting(
      .probePort, .integer(0...65_535), defaultText: "0", scope: .worker,
      summary: "Port of `/livez`, `/readyz` and `/metrics`; 0 for none"),
    Setting(
      .probeAddress, .text("an IPv4 or IPv6 address"), defaultText: "\(ProbeAddress.any)",
      scope: .worker,
      summary: "Address of the probes; `0.0.0.0` is every one of IPv4, `::` of IPv6 too"),
    Setting(
      .clockLimitSeconds, .integer(1...86_400), defaultText: "30",
      summary: "Seconds by which a worker's clock may differ from that of PostgreSQL's server"),
    Setting(
      .logLevel, .choice(LogLevel.allCases.map(\.rawValue)), defaultText: "info",
      summary: "The least level that is logged"),
    Setting(
      .logFormat, .choice(LogFormat.allCases.map(\.rawValue)), defaultText: "json",
      summary: "How lines of the log are written: for programs, or for people"),
    Setting(
      .logAccessSample, .text("a number from 0 to 1"), defaultText: "0",
      summary: "The share of messages with an access line at `info`; at `debug` each has one"),
    Setting(
      .statusWorkers, .text("addresses as host:port, separated by commas"), defaultText: nil,
      scope: .tool,
      summary: "The probes that `livery status` asks"),
  ]

  /// The row of a setting.
  package static func named(_ name: SettingName) -> Setting {
    guard let setting = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name.rawValue) has no row in the table of settings")
    }
    return setting
  }

  /// The table as Markdown, one setting a row, without a line feed at the end.
  package static var tableInMarkdown: String {
    let rows = all.map { setting in
      let value = setting.defaultText.map { "`\($0)`" }
      let file = setting.isSecret ? ", or `\(setting.name.rawValue)_FILE`" : ""
      let cells = [
        "`\(setting.name.rawValue)`\(file)", setting.summary, setting.range,
        setting.derivedDefault ?? value ?? "none", setting.renewal.rawValue, setting.scope.rawValue,
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let head = [
      "| setting | what it is | values | default | a change counts | set for |",
      "|---|---|---|---|---|---|",
    ]
    return (head + rows)
      .joined(separator: "\n")
  }
}
