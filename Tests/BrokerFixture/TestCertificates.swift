import Foundation
import MachineFixture

/// Certificates that a broker's client must refuse, made by `openssl`.
package final class TestCertificates: Sendable {
  /// The folder of what was made, as NAME.pem and NAME.key.
  package let folder: String

  /// Makes an authority, `ca`.
  package init() throws {
    folder = NSTemporaryDirectory() + "livery-certificates-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try selfSigned("ca", subject: "another authority")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The path of something that was made.
  package func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Makes a certificate that vouches for itself alone.
  package func selfSigned(_ name: String, subject: String = "localhost") throws {
    try openssl(
      ["req", "-x509", "-days", "2", "-subj", "/CN=\(subject)"] + key(name)
        + ["-addext", "subjectAltName=DNS:localhost", "-out", path("\(name).pem")])
  }

  /// Makes a certificate of the authority for a host, expired when `days` are 0.
  package func signed(
    _ name: String, alternative: String = "DNS:localhost", days: Int = 2
  ) throws {
    let extensions = path("\(name).cnf")
    try "subjectAltName=\(alternative)".write(
      toFile: extensions, atomically: false, encoding: .utf8)
    try openssl(["req", "-subj", "/CN=localhost"] + key(name) + ["-out", path("\(name).csr")])
    try openssl([
      "x509", "-req", "-in", path("\(name).csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
      "-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out", path("\(name).pem"),
    ])
  }

  private func key(_ name: String) -> [String] {
    [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      path("\(name).key"),
    ]
  }

  private func openssl(_ arguments: [String]) throws {
    let (text, exitCode) = try ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/openssl"), arguments, withErrors: true)
    guard exitCode == 0 else { throw TestBrokerError("openssl: \(text)") }
  }
}

/// A server that speaks TLS and no AMQP, `openssl s_server`, on a port of loopback.
package final class SecureServer {
  package let port: UInt16
  private let process: ChildProcess
  /// At its end the server would end, too.
  private let input = Pipe()

  /// Starts it with a certificate; `options` are more of s_server's.
  package init(certificate: String, key: String, options: [String] = []) throws {
    let output = Pipe()
    process = try ChildProcess(
      URL(fileURLWithPath: "/usr/bin/openssl"),
      ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key] + options,
      .init(
        input: input.fileHandleForReading, output: output.fileHandleForWriting,
        errors: try FileHandle(forWritingTo: URL(filePath: "/dev/null"))))
    try output.fileHandleForWriting.close()
    // It tells where it listens: "ACCEPT 127.0.0.1:12345".
    var told = ""
    while !told.contains("\n") || !told.contains("ACCEPT") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw TestBrokerError("openssl s_server ended: \(told)") }
      told += String(decoding: part, as: UTF8.self)
    }
    let line = told.split(separator: "\n").first { $0.contains("ACCEPT") } ?? ""
    guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      process.send(SIGKILL)
      throw TestBrokerError("openssl s_server: expected a port, got \(told)")
    }
    self.port = port
  }

  deinit {
    process.send(SIGKILL)
    process.wait()
  }
}
