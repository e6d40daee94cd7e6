/// Sends a request of OTLP to a receiver, so that the exporter can be driven without one.
package protocol SpanTransport: ~Copyable {
  /// Posts the request and waits for the answer at most that long; gives up as soon as `isOver`.
  mutating func send(
    _ body: [UInt8], within timeout: Duration, isOver: @escaping () -> Bool
  ) -> ExportOutcome
}
