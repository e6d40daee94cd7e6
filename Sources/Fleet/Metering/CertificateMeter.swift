import AMQP
import Metrics
import Synchronization

/// When the certificates of the connection to the broker end.
final class CertificateMeter: MetricSource {
  private let security: AMQPSecurity?
  private let broker = Mutex<Int64?>(nil)

  /// `security` is nil without TLS.
  init(_ security: AMQPSecurity?) { self.security = security }

  /// Notes when the certificate ends that the broker has shown at the last handshake.
  func note(brokerEnds end: Int64?) {
    if let end { broker.withLock { $0 = end } }
  }

  func addSamples(to samples: inout MetricSamples) {
    guard let security else { return }
    // A file that cannot be read now has no end to show; connections say why in the log.
    let ends: [(String, Int64?)] = [
      ("ca", try? security.authoritiesEnd()), ("client", try? security.clientCertificateEnd()),
      ("broker", broker.withLock { $0 }),
    ]
    samples.set(
      .certificateExpiry,
      ends.compactMap { name, end in end.map { MetricSample(Double($0), labels: [name]) } })
  }
}
