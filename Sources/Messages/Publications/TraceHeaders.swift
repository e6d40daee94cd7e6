/// The headers that carry a trace on, by W3C Trace Context for AMQP.
func traceHeaders(parent: String?, state: String?) -> [Header] {
  guard let parent else { return [] }
  return [Header("traceparent", .string(parent))]
    + (state.map { [Header("tracestate", .string($0))] } ?? [])
}
