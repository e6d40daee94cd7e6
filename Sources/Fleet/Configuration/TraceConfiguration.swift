package import Tracing

/// What the environment says of traces, most of it by the names of OpenTelemetry.
package struct TraceConfiguration: Sendable {
  package var isDisabled = false
  /// The base of the collector's addresses.
  package var endpoint: CollectorURL?
  /// The address of traces alone; it is used as it is, and before the base.
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

  /// The text of a setting with secrets withheld; nil for one that is not of traces.
  func redactedText(of name: SettingName) -> String? {
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
    default: nil
    }
  }

  /// The protocol that Livery speaks.
  static let onlyProtocol = "http/json"
}
