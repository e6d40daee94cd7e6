import Tracing

extension Setting {
  /// The settings of traces; the names that do not begin with `LIVERY_` are OpenTelemetry's.
  static let ofTraces = [
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
