import AMQP
import BrokerFixture
import Foundation
import Testing

@Suite("The ends of certificates in files")
struct CertificateFileTests {
  private let certificates: TestCertificates

  init() throws {
    certificates = try TestCertificates()
    try certificates.signed("soon", days: 3)
    try certificates.signed("late", days: 30_000)
    try certificates.signed("past", days: 0)
  }

  @Test(
    "The earliest expiry of the certificates in a file counts, in any position",
    arguments: [
      (["soon.pem"], 3), (["late.pem"], 30_000), (["past.pem"], 0),
      (["late.pem", "soon.pem"], 3), (["soon.pem", "late.pem"], 3),
      (["late.pem", "past.pem", "soon.pem"], 0), (["soon.key", "soon.pem"], 3),
      (["late.pem", "late.key", "soon.pem"], 3), (["a text.\n", "soon.pem"], 3),
    ])
  func earliest(files: [String], days: Double) throws {
    let file = try file(of: files)
    let end = try CertificateFile.earliestEnd(in: file)
    let expected = Date.now.timeIntervalSince1970 + days * 86_400
    #expect(abs(Double(end) - expected) < 60)
  }

  @Test(
    "A file without a whole certificate is refused by its name",
    arguments: [[], ["soon.key"], ["a text"], ["soon.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n"]])
  func refused(files: [String]) throws {
    let file = try file(of: files)
    let error = #expect(throws: AMQPError.self) { try CertificateFile.earliestEnd(in: file) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.detail.contains(file) == true)
    // What was refused does not stick to the next file.
    #expect(try CertificateFile.earliestEnd(in: certificates.path("soon.pem")) > 0)
  }

  @Test("A file that is not there, and a folder, are refused")
  func missing() throws {
    for path in [certificates.path("none.pem"), certificates.folder] {
      let error = #expect(throws: AMQPError.self) { try CertificateFile.earliestEnd(in: path) }
      #expect(error?.detail.contains(path) == true)
    }
  }

  @Test("The settings of a connection say when their certificates end")
  func settings() throws {
    var security = AMQPSecurity()
    #expect(try security.authoritiesEnd() == nil)
    #expect(try security.clientCertificateEnd() == nil)
    security.authorities = certificates.path("late.pem")
    security.certificate = certificates.path("soon.pem")
    security.key = certificates.path("soon.key")
    let late = try CertificateFile.earliestEnd(in: certificates.path("late.pem"))
    let soon = try CertificateFile.earliestEnd(in: certificates.path("soon.pem"))
    #expect(try security.authoritiesEnd() == late)
    #expect(try security.clientCertificateEnd() == soon)
    #expect(soon < late)
  }

  /// A file of the contents of others, one after the other; what names none stands for itself.
  private func file(of parts: [String]) throws -> String {
    let path = certificates.path("together.pem")
    let texts = try parts.map { part in
      part.hasSuffix(".pem") || part.hasSuffix(".key")
        ? try String(contentsOfFile: certificates.path(part), encoding: .utf8) : part
    }
    try texts.joined().write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}
