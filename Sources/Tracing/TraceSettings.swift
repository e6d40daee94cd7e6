/// How a worker traces.
package struct TraceSettings: Sendable {
  /// Where spans go.
  package var collector: CollectorURL
  package var headers: [KeyValuePair]
  package var sampler: Sampler
  package var consumer: ConsumerContext
  /// How long a request may take.
  package var requestTimeout: Duration
  /// The longest that spans wait before they are sent.
  package var scheduleDelay: Duration
  /// How long the spans of a request are tried, pauses included.
  package var exportTimeout: Duration
  package var queueSize: Int
  /// The most spans of a request.
  package var batchSize: Int

  package init(
    collector: CollectorURL, headers: [KeyValuePair], sampler: Sampler, consumer: ConsumerContext,
    requestTimeout: Duration, scheduleDelay: Duration, exportTimeout: Duration, queueSize: Int,
    batchSize: Int
  ) {
    self.collector = collector
    self.headers = headers
    self.sampler = sampler
    self.consumer = consumer
    self.requestTimeout = requestTimeout
    self.scheduleDelay = scheduleDelay
    self.exportTimeout = exportTimeout
    self.queueSize = queueSize
    self.batchSize = batchSize
  }
}

/// How the processing of a message has to do with the trace of its producer.
package enum ConsumerContext: String, Sendable, CaseIterable {
  /// It goes on with the trace: its parent is the producer's span.
  case child
  /// It is in a trace of its own, that of the batch, and links to the producer's span.
  case link
}
