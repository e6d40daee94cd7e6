/// Takes spans out of the queue and sends them, on a thread of its own, until it is stopped.
package struct SpanExporter<Transport: SpanTransport & ~Copyable>: ~Copyable {
  /// What the operator should know.
  package enum News: Hashable, Sendable {
    /// Spans are dropped, for the reason, after none were.
    case drops(String)
    /// The receiver takes them again; so many were dropped since the process began.
    case recovered(dropped: Int)
  }

  private var transport: Transport
  private let queue: SpanQueue
  private let document: OTLPDocument
  private let settings: TraceSettings
  private let notify: (News) -> Void
  private var isDropping = false

  package init(
    transport: consuming Transport, queue: SpanQueue, document: OTLPDocument,
    settings: TraceSettings, notify: @escaping (News) -> Void
  ) {
    self.transport = transport
    self.queue = queue
    self.document = document
    self.settings = settings
    self.notify = notify
  }

  /// Sends spans until the stop, and then the remaining ones, as far as there is time.
  package mutating func run(until stop: ExportStop) {
    while true {
      let isLast = stop.isStopping
      if !isLast { stop.wait(for: settings.scheduleDelay, orFor: queue.descriptor) }
      queue.clearWake()
      sendAll(stop)
      if isLast { return }
    }
  }

  private mutating func sendAll(_ stop: ExportStop) {
    while true {
      let spans = queue.dequeue(settings.batchSize)
      if spans.isEmpty { return }
      send(spans, stop)
    }
  }

  private mutating func send(_ spans: [Span], _ stop: ExportStop) {
    var rule = ExportRule(limit: settings.exportTimeout)
    let start = ContinuousClock.now
    let body = document.encode(spans)
    while !stop.isOver {
      let timeout = min(settings.requestTimeout, stop.remaining ?? settings.requestTimeout)
      let outcome = transport.send(body, within: timeout) { stop.isOver }
      let elapsed = ContinuousClock.now - start
      switch rule.next(after: outcome, elapsed: elapsed, jitter: .random(in: 0...1)) {
      case .done(let rejected):
        return record(sent: spans.count, rejected: min(rejected, spans.count))
      case .drop(let reason):
        return drop(spans.count, reason)
      case .retry(let pause):
        stop.wait(for: pause)
      }
    }
    drop(spans.count, "the worker stops")
  }

  private mutating func record(sent: Int, rejected: Int) {
    queue.counts.export(sent - rejected)
    guard rejected == 0 else { return drop(rejected, "refused by the receiver") }
    guard isDropping else { return }
    isDropping = false
    notify(.recovered(dropped: Int(queue.counts.dropped)))
  }

  private mutating func drop(_ count: Int, _ reason: String) {
    queue.counts.drop(count)
    guard !isDropping else { return }
    isDropping = true
    notify(.drops(reason))
  }
}
