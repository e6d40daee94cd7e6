import Glibc

/// The address of the machine at which a server can be asked.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// 127.0.0.1 alone.
  package static let loopback = ListenAddress(unchecked: "127.0.0.1")
  /// Every IPv4 address of the machine.
  package static let any = ListenAddress(unchecked: "0.0.0.0")

  package let description: String

  private init(unchecked text: String) { description = text }

  /// Takes an IPv4 or IPv6 address in digits, `::` for every address of both; nil for another text.
  package init?(_ text: String) {
    var address = in6_addr()
    let isAddress = [AF_INET, AF_INET6].contains { inet_pton($0, text, &address) == 1 }
    guard isAddress else { return nil }
    self.init(unchecked: text)
  }

  /// Whether only programs of the same machine reach it.
  package var isLoopback: Bool { description == "::1" || description.hasPrefix("127.") }
}
