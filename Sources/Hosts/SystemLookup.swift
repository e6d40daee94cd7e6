import Glibc

/// The addresses of a host by getaddrinfo(3).
enum SystemLookup {
  /// Looks a name up, without a limit of time.
  static func resolve(_ host: String) throws(HostLookupError) -> [String] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &found)
    guard code == 0 else { throw HostLookupError(host: host, code: code) }
    defer { freeaddrinfo(found) }
    var texts: [String] = []
    var next = found
    while let address = next?.pointee {
      if let text = text(of: address), !texts.contains(text) { texts.append(text) }
      next = address.ai_next
    }
    guard !texts.isEmpty else { throw HostLookupError(host: host, reason: .unknownName) }
    return texts
  }

  /// Whether a host is an address, which no name server is asked for.
  static func isAddress(_ host: String) -> Bool {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &found) == 0 else { return false }
    freeaddrinfo(found)
    return true
  }

  private static func text(of address: addrinfo) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(
      address.ai_addr, address.ai_addrlen, &buffer, socklen_t(buffer.count), nil, 0,
      NI_NUMERICHOST)
    guard code == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Why a host name has no addresses; a retry may help.
package struct HostLookupError: Error, Hashable, Sendable {
  /// What kind of failure it was.
  package enum Reason: Hashable, Sendable {
    /// No name server has answered in that time.
    case noAnswer(within: Duration)
    /// The name servers do not know the name, or it has no address.
    case unknownName
    /// Another failure, in the system's words.
    case failed(String)
  }

  package let host: String
  package let reason: Reason

  package init(host: String, reason: Reason) {
    self.host = host
    self.reason = reason
  }

  /// The error for a code of getaddrinfo(3).
  init(host: String, code: Int32) {
    // -5 is glibc's EAI_NODATA, which Swift does not import.
    let isUnknown = code == EAI_NONAME || code == -5
    self.init(
      host: host, reason: isUnknown ? .unknownName : .failed(String(cString: gai_strerror(code))))
  }
}

extension HostLookupError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .noAnswer(let limit): "no name server has answered for '\(host)' within \(limit)"
    case .unknownName: "the name servers know no address of '\(host)'"
    case .failed(let reason): "the name '\(host)' cannot be looked up: \(reason)"
    }
  }
}
