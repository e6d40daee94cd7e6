/// The probes could not be offered; a retry helps only after the port is free or other
/// settings are chosen.
package struct ProbeServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address that was asked for, and the port.
  package let address: ProbeAddress
  package let port: UInt16
  /// The system's error number, such as `EADDRINUSE`.
  package let code: Int32
  /// The system's words for it.
  package let reason: String

  package var description: String {
    "expected to listen on \(address), port \(port), for the probes, got error \(code): \(reason)"
  }
}
