import Messages

/// The traces of a process: the queue for the spans of its lanes, and the thread that sends them.
struct TraceExport: Sendable {
  private let settings: TraceSettings
  private let document: OTLPDocument
  private let log: Log
  private let queue: SpanQueue
  private let stopSignal = StopSignal()
  private let ended = StopSignal()

  /// How long a worker may send remaining spans after the drain.
  private static let flushLimit = Duration.seconds(2)
  /// How long a running request may continue after that: libcurl checks once a second.
  private static let grace = Duration.seconds(2)

  /// Prepares the traces of a worker; nil when they are off.
  ///
  /// `instance` names the process.
  init?(
    _ configuration: TraceConfiguration, worker: String, version: String, instance: String, log: Log
  ) {
    guard let settings = configuration.settings else { return nil }
    CurlTransport.prepareLibrary()
    self.settings = settings
    self.log = log
    queue = SpanQueue(capacity: settings.queueSize, wakeAt: settings.batchSize)
    document = OTLPDocument(
      resource: TraceResource(
        service: configuration.serviceName, worker: worker, version: version, instance: instance,
        extra: configuration.resourceAttributes),
      version: version)
  }

  /// How many spans were exported, and how many dropped.
  var counts: SpanCounts { queue.counts }

  /// The tracer of a lane, made on its thread.
  func tracer(of source: String) -> LaneTracer {
    LaneTracer(
      queue: queue, sampler: settings.sampler, consumer: settings.consumer, source: source)
  }

  /// Starts the thread.
  func start() {
    Thread { [self] in
      run()
      ended.stop()
    }.detach()
  }

  /// Sends the remaining spans after the lanes have ended, while there is time.
  func finish() {
    stopSignal.stop()
    _ = ended.wait(for: Self.flushLimit + Self.grace)
    guard counts.dropped > 0 else { return }
    log.warning(
      .spansDropped, [.count: .int(Int(counts.dropped)), .reason: "all since the worker started"])
  }

  private func run() {
    guard let transport = CurlTransport(to: settings.collector, headers: settings.headers) else {
      return log.warning(.spansDropped, [.reason: "libcurl cannot be used"])
    }
    var exporter = SpanExporter(
      transport: transport, queue: queue, document: document, settings: settings, notify: report)
    exporter.run(
      until: ExportStop(
        limit: Self.flushLimit, descriptor: stopSignal.descriptor,
        isAsked: { [stopSignal] in stopSignal.isStopped },
        waitForInput: { waitForInput($0, for: $1) }))
  }

  private func report(_ news: SpanExporter<CurlTransport>.News) {
    switch news {
    case .drops(let reason): log.warning(.spansDropped, [.reason: .string(reason)])
    case .recovered(let dropped): log.info(.spansExported, [.count: .int(dropped)])
    }
  }
}
