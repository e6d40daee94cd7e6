import Fleet
import Testing

@Suite("The settings of traces")
struct TraceConfigurationTests {
  private func load(
    _ environment: [String: String], files: [String: String] = [:]
  ) -> Result<Configuration, ConfigurationMistakes> {
    Configuration.load(environment: environment) { files[$0].map { Array($0.utf8) } }
  }

  @Test(
    "Traces are off without a collector, and when they are disabled",
    arguments: [
      ([:], nil), (["OTEL_TRACES_SAMPLER": "always_on"], nil),
      (["OTEL_EXPORTER_OTLP_ENDPOINT": ""], nil),
      (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318"], "http://c:4318/v1/traces"),
      (["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:4318/x"], "http://c:4318/x"),
      (
        [
          "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a",
          "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b",
        ], "http://b"
      ),
      (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_SDK_DISABLED": "TRUE"], nil),
    ] as [([String: String], String?)])
  func collector(_ environment: [String: String], _ expected: String?) throws {
    let tracing = try load(environment).get().tracing
    #expect(tracing.settings?.collector.description == expected)
  }

  @Test("Every setting is read from the environment")
  func everySetting() throws {
    let settings = try #require(
      try load([
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_EXPORTER_OTLP_HEADERS": "k=v",
        "OTEL_EXPORTER_OTLP_TIMEOUT": "1", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json",
        "OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0.01",
        "OTEL_BSP_SCHEDULE_DELAY": "2", "OTEL_BSP_EXPORT_TIMEOUT": "3",
        "OTEL_BSP_MAX_QUEUE_SIZE": "4", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "5",
        "LIVERY_TRACE_CONSUMER": "link",
      ]).get().tracing.settings)
    #expect(settings.headers == [KeyValuePair(name: "k", value: "v")])
    #expect(settings.requestTimeout == .milliseconds(1))
    #expect(settings.sampler == Sampler(.parentBasedRatio, ratio: 0.01))
    #expect(settings.scheduleDelay == .milliseconds(2))
    #expect(settings.exportTimeout == .milliseconds(3))
    #expect(settings.queueSize == 4)
    #expect(settings.batchSize == 4, "no request has more spans than the queue")
    #expect(settings.consumer == .link)
    let names = try load(["OTEL_SERVICE_NAME": "s", "OTEL_RESOURCE_ATTRIBUTES": "a=b"]).get()
      .tracing
    #expect(names.serviceName == "s")
    #expect(names.resourceAttributes == [KeyValuePair(name: "a", value: "b")])
  }

  @Test(
    "A wrong value is reported with the expected one, and without a secret",
    arguments: [
      ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "expected http/json, got 'grpc'"),
      ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf", "expected http/json, got 'http/protobuf'"),
      ("OTEL_TRACES_SAMPLER_ARG", "1.1", "expected a number from 0 to 1, got '1.1'"),
      ("OTEL_TRACES_SAMPLER_ARG", "nan", "expected a number from 0 to 1, got 'nan'"),
      ("OTEL_SDK_DISABLED", "yes", "expected true, false, got 'yes'"),
      ("LIVERY_TRACE_CONSUMER", "parent", "expected child, link, got 'parent'"),
      (
        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://u:hunter2@c",
        "expected an http:// or https:// URL without a user, got another text"
      ),
      (
        "OTEL_EXPORTER_OTLP_HEADERS", "hunter2",
        "expected name=value pairs, separated by commas, got another text"
      ),
    ])
  func mistakes(_ name: String, _ value: String, _ expected: String) {
    guard case .failure(let found) = load([name: value]) else {
      Issue.record("expected a mistake")
      return
    }
    #expect(found.mistakes.map(\.description) == ["\(name): \(expected)"])
  }

  @Test("Headers can come from a file, and are never shown")
  func headers() throws {
    let configuration = try load(
      ["OTEL_EXPORTER_OTLP_HEADERS_FILE": "/h", "OTEL_TRACES_SAMPLER_ARG": "0.01"],
      files: ["/h": "authorization=hunter2\n"]
    ).get()
    #expect(configuration.tracing.headers.map(\.value) == ["hunter2"])
    let lines = configuration.redactedDescription
    #expect(lines.contains("OTEL_EXPORTER_OTLP_HEADERS=authorization=***"))
    #expect(lines.contains("OTEL_TRACES_SAMPLER_ARG=0.01"))
    var dumped = "\(configuration)"
    dump(configuration, to: &dumped)
    #expect(!(lines.joined() + dumped).contains("hunter2"))
  }
}
