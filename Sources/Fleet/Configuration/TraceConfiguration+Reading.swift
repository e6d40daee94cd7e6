import Tracing

extension SettingReader {
  /// Reads the settings of traces, whether they are on or not: a slip is seen at the first start.
  mutating func tracing() -> TraceConfiguration {
    var tracing = TraceConfiguration()
    tracing.isDisabled = value(of: .traceDisabled, readSwitch) ?? false
    tracing.endpoint = value(of: .traceEndpoint, readURL)
    tracing.tracesEndpoint = value(of: .tracesEndpoint, readURL)
    tracing.headers = value(of: .traceHeaders, readHeaders) ?? []
    tracing.timeoutMilliseconds = integer(.traceTimeout)
    _ = value(of: .traceProtocol, readProtocol)
    tracing.sampler = value(of: .traceSampler, readSampler) ?? .parentBasedAlwaysOn
    tracing.samplerArgument = value(of: .traceSamplerArgument, readRatio) ?? "1"
    tracing.consumer = value(of: .traceConsumer, readConsumer) ?? .child
    tracing.serviceName = value(of: .traceServiceName, readName)
    tracing.resourceAttributes = value(of: .traceResource, readPairs) ?? []
    tracing.scheduleDelayMilliseconds = integer(.traceScheduleDelay)
    tracing.exportTimeoutMilliseconds = integer(.traceExportTimeout)
    tracing.queueSize = integer(.traceQueueSize)
    tracing.batchSize = integer(.traceBatchSize)
    return tracing
  }
}

private func readSwitch(_ text: String) throws(SettingFault) -> Bool {
  // OpenTelemetry does not tell cases apart here.
  switch text.lowercased() {
  case "true": return true
  case "false": return false
  default: throw SettingFault(got: "'\(text)'")
  }
}

private func readURL(_ text: String) throws(SettingFault) -> CollectorURL {
  // It is not shown: what is wrong with it may be a password.
  guard let url = CollectorURL(text) else { throw SettingFault(got: "another text") }
  return url
}

private func readHeaders(_ text: String) throws(SettingFault) -> [KeyValuePair] {
  guard let pairs = KeyValuePair.list(text) else { throw SettingFault(got: "another text") }
  return pairs
}

private func readPairs(_ text: String) throws(SettingFault) -> [KeyValuePair] {
  guard let pairs = KeyValuePair.list(text) else { throw SettingFault(got: "'\(text)'") }
  return pairs
}

private func readProtocol(_ text: String) throws(SettingFault) {
  guard text == TraceConfiguration.onlyProtocol else { throw SettingFault(got: "'\(text)'") }
}

private func readSampler(_ text: String) throws(SettingFault) -> Sampler.Name {
  guard let name = Sampler.Name(rawValue: text) else { throw SettingFault(got: "'\(text)'") }
  return name
}

private func readRatio(_ text: String) throws(SettingFault) -> String {
  guard let ratio = Double(text), 0...1 ~= ratio else { throw SettingFault(got: "'\(text)'") }
  return text
}

private func readConsumer(_ text: String) throws(SettingFault) -> ConsumerContext {
  guard let consumer = ConsumerContext(rawValue: text) else {
    throw SettingFault(got: "'\(text)'")
  }
  return consumer
}

private func readName(_ text: String) throws(SettingFault) -> String {
  guard !text.isEmpty else { throw SettingFault(got: "an empty text") }
  return text
}
