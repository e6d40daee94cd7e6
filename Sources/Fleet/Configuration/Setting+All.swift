import HTTP
import Rides

extension Setting {
  /// Every setting, in the order in which a person meets them.
  package static let all = own + ofConsole + ofTraces

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
      .deadLetterMegabytes, .integer(1...100_000), defaultText: "100",
      summary: "Megabytes of the store for the dead letters of each role; more are dropped"),
    Setting(
      .probePort, .integer(0...65_535), defaultText: "0", scope: .worker,
      summary: "Port of `/livez`, `/readyz` and `/metrics`; 0 for none"),
    Setting(
      .probeAddress, .text("an IPv4 or IPv6 address"), defaultText: "\(ListenAddress.any)",
      scope: .worker,
      summary: "Address of the probes; `0.0.0.0` is every one of IPv4, `::` of IPv6 too"),
    Setting(
      .updateSeconds, .integer(UpdatesLease.leastSeconds...UpdatesLease.heartbeatSeconds),
      defaultText: "\(UpdatesLease.intervalSeconds)",
      summary: "Seconds after which an observer is shown the position that a vehicle has reported"),
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
      summary: "The probes that `livery status` and the console ask"),
  ]

  /// The row of a setting.
  package static func named(_ name: SettingName) -> Setting {
    guard let setting = all.first(where: { $0.name == name }) else {
      preconditionFailure("\(name.rawValue) has no row in the table of settings")
    }
    return setting
  }

  private static let ofConsole = [
    Setting(
      .consolePort, .integer(1...65_535), defaultText: "8088", scope: .console,
      summary: "Port of the console"),
    Setting(
      .consoleAddress, .text("an IPv4 or IPv6 address"), defaultText: "\(ListenAddress.loopback)",
      scope: .console,
      summary: "Address of the console; another one than `127.0.0.1` needs an origin"),
    Setting(
      .consoleAccounts, .text("a file"), defaultText: nil, renewal: .soon, scope: .console,
      summary: "File of the console's users, of lines that `livery-console account` prints"),
    Setting(
      .consoleProxyHeader, .text("the name of a header"), defaultText: nil, scope: .console,
      summary: "Header in which a proxy names the user whom it has signed in; on loopback alone"),
    Setting(
      .consoleOrigin, .text("https://host, or http:// with a host of loopback"), defaultText: nil,
      scope: .console, summary: "Where browsers see the console, behind a proxy that speaks TLS"),
    Setting(
      .consoleTiles, .text("a URL with {z}, {x} and {y}"), defaultText: nil, scope: .console,
      summary: "Tiles of the console's map; without them it has the catalogue's areas alone"),
    Setting(
      .consoleSite, .text("a folder"), defaultText: "/usr/share/livery/console", scope: .console,
      summary: "Files of the console's pages"),
    Setting(
      .consoleRecordings, .text("a folder"), defaultText: nil, scope: .console,
      summary: "Folder for recordings of dead letters that are discarded; without it none is"),
    Setting(
      .brokerAPI, .text("an http:// or https:// URL"), defaultText: nil, isSecret: true,
      scope: .console,
      summary: "The broker's management API, `http://user:password@host:15672`, for its queues"),
  ]

  /// The settings of traces; the names that do not begin with `LIVERY_` are OpenTelemetry's.
  private static let ofTraces = [
    Setting(
      .traceEndpoint, .text("an http:// or https:// URL without a user"), defaultText: nil,
      summary: "Base URL of a collector, to which `/v1/traces` is appended; without it no traces"),
    Setting(
      .tracesEndpoint, .text("an http:// or https:// URL without a user"), defaultText: nil,
      summary: "URL of a collector for traces, used as it is, before the base URL"),
    Setting(
      .traceHeaders, .text("name=value pairs, separated by commas"), defaultText: nil,
      isSecret: true, summary: "Headers of requests to the collector; `%XX` is decoded in values"),
    Setting(
      .traceTimeout, .integer(1...600_000), defaultText: "10000",
      summary: "Milliseconds that a request to the collector may take"),
    Setting(
      .traceProtocol, .choice([TraceConfiguration.onlyProtocol]),
      defaultText: TraceConfiguration.onlyProtocol,
      summary: "Protocol of traces; Livery speaks OTLP over HTTP in JSON and no other"),
    Setting(
      .traceSampler, .choice(Sampler.Name.allCases.map(\.rawValue)),
      defaultText: Sampler.Name.parentBasedAlwaysOn.rawValue, summary: "Which traces are recorded"),
    Setting(
      .traceSamplerArgument, .text("a number from 0 to 1"), defaultText: "1",
      summary: "Share of traces that a sampler by ratio records"),
    Setting(
      .traceConsumer, .choice(ConsumerContext.allCases.map(\.rawValue)), defaultText: "child",
      summary: "Whether processing is a child of the producer's span, or only links to it"),
    Setting(
      .traceServiceName, .text("a name"), defaultText: nil, scope: .worker,
      summary: "Name of the service on traces; the worker's name without it"),
    Setting(
      .traceResource, .text("name=value pairs, separated by commas"), defaultText: nil,
      summary: "More attributes of the process on traces; `%XX` is decoded in values"),
    Setting(
      .traceScheduleDelay, .integer(1...600_000), defaultText: "5000",
      summary: "Milliseconds that spans wait at most before they are sent"),
    Setting(
      .traceExportTimeout, .integer(1...600_000), defaultText: "30000",
      summary: "Milliseconds for which the spans of a request are tried, pauses included"),
    Setting(
      .traceQueueSize, .integer(1...1_000_000), defaultText: "2048",
      summary: "Spans that wait at most; more are dropped, and counted"),
    Setting(
      .traceBatchSize, .integer(1...100_000), defaultText: "512",
      summary: "Spans of a request at most"),
    Setting(
      .traceDisabled, .choice(["true", "false"]), defaultText: "false",
      summary: "Whether traces are off although there is a collector"),
  ]
}
