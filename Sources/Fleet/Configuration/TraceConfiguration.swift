/// The settings of traces, most of them with OpenTelemetry's names.
package struct TraceConfiguration: Sendable {
  package var isDisabled = false
  /// The base of the collector's addresses.
  package var endpoint: CollectorURL?
  /// The address of traces alone; it is used unchanged and overrides the base.
  package var tracesEndpoint: CollectorURL?
  package var headers: [KeyValuePair] = []
  package var timeoutMilliseconds = 10_000
  package var sampler = Sampler.Name.parentBasedAlwaysOn
  /// As it was written.
  package var samplerArgument = "1"
  package var serviceName: String?
  package var resourceAttributes: [KeyValuePair] = []
  package var scheduleDelayMilliseconds = 5_000
  package var exportTimeoutMilliseconds = 30_000
  package var queueSize = 2_048
  package var batchSize = 512
  package var consumer = ConsumerContext.child

  /// Traces are off.
  package init() {}

  /// How to trace; nil when traces are off.
  package var settings: TraceSettings? {
    guard !isDisabled, let collector = tracesEndpoint ?? endpoint?.traces else { return nil }
    return TraceSettings(
      collector: collector, headers: headers,
      sampler: Sampler(sampler, ratio: Double(samplerArgument) ?? 1), consumer: consumer,
      requestTimeout: .milliseconds(timeoutMilliseconds),
      scheduleDelay: .milliseconds(scheduleDelayMilliseconds),
      exportTimeout: .milliseconds(exportTimeoutMilliseconds), queueSize: queueSize,
      batchSize: min(batchSize, queueSize))
  }

  /// The text of a setting of traces with secrets withheld.
  func redactedText(of name: SettingName) -> String {
    switch name {
    case .traceEndpoint: endpoint?.description ?? ""
    case .tracesEndpoint: tracesEndpoint?.description ?? ""
    case .traceHeaders: headers.map { "\($0.name)=***" }.joined(separator: ",")
    case .traceTimeout: "\(timeoutMilliseconds)"
    case .traceProtocol: TraceConfiguration.onlyProtocol
    case .traceSampler: sampler.rawValue
    case .traceSamplerArgument: samplerArgument
    case .traceConsumer: consumer.rawValue
    case .traceServiceName: serviceName ?? ""
    case .traceResource: resourceAttributes.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    case .traceScheduleDelay: "\(scheduleDelayMilliseconds)"
    case .traceExportTimeout: "\(exportTimeoutMilliseconds)"
    case .traceQueueSize: "\(queueSize)"
    case .traceBatchSize: "\(batchSize)"
    case .traceDisabled: "\(isDisabled)"
    default:
      preconditionFailure("the setting \(name.rawValue) needs a text that shows its value")
    }
  }

  /// The protocol that Livery speaks.
  static let onlyProtocol = "http/json"
}

extension SettingReader {
  /// Reads the settings of traces even if traces are off, so that a mistake is noticed at the first
  /// start.
  mutating func tracing() -> TraceConfiguration {
    var tracing = TraceConfiguration()
    // OpenTelemetry ignores case here.
    tracing.isDisabled = parsed(.traceDisabled) { Bool($0.lowercased()) } ?? false
    tracing.endpoint = parsed(.traceEndpoint, isShown: false, CollectorURL.init)
    tracing.tracesEndpoint = parsed(.tracesEndpoint, isShown: false, CollectorURL.init)
    tracing.headers = parsed(.traceHeaders, isShown: false, KeyValuePair.list) ?? []
    tracing.timeoutMilliseconds = integer(.traceTimeout)
    _ = parsed(.traceProtocol) { $0 == TraceConfiguration.onlyProtocol ? $0 : nil }
    tracing.sampler = word(of: .traceSampler) ?? .parentBasedAlwaysOn
    let argument = parsed(.traceSamplerArgument) { text in
      Double(text).flatMap { 0...1 ~= $0 ? text : nil }
    }
    tracing.samplerArgument = argument ?? "1"
    tracing.consumer = word(of: .traceConsumer) ?? .child
    tracing.serviceName = nonEmptyText(of: .traceServiceName)
    tracing.resourceAttributes = parsed(.traceResource, KeyValuePair.list) ?? []
    tracing.scheduleDelayMilliseconds = integer(.traceScheduleDelay)
    tracing.exportTimeoutMilliseconds = integer(.traceExportTimeout)
    tracing.queueSize = integer(.traceQueueSize)
    tracing.batchSize = integer(.traceBatchSize)
    return tracing
  }
}
