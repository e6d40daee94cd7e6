/// Where a broker listens and as whom to log in there.
package struct AMQPEndpoint: Hashable, Sendable {
  /// A host name or an address; an IPv6 address without its brackets.
  package var host: String
  package var port: UInt16
  package var virtualHost: String
  package var user: String
  package var password: String
  /// How the connection is secured, with the scheme `amqps`; nil when it is not.
  package var security: AMQPSecurity?

  package init(
    host: String, port: UInt16, virtualHost: String, user: String, password: String,
    security: AMQPSecurity? = nil
  ) {
    self.host = host
    self.port = port
    self.virtualHost = virtualHost
    self.user = user
    self.password = password
    self.security = security
  }

  /// Reads one URL of the RabbitMQ URI specification, `amqp://user:password@host:port/vhost`.
  ///
  /// Parts are percent-decoded. What is left out takes its default: user and password `guest`, host
  /// `localhost`, port 5672 (5671 for `amqps`), virtual host `/`. A `/` with nothing after it names
  /// the virtual host with the empty name. With `amqps` the options of `AMQPSecurity` may follow
  /// after a `?`, separated by `&`; an option that is not known is refused, since it would not be
  /// honoured.
  package init(url: String) throws(AMQPEndpointError) {
    do throws(AMQPEndpointError.Reason) {
      self = try Self.parse(url)
    } catch {
      throw AMQPEndpointError(error, position: 1)
    }
  }

  /// Reads URLs that are separated by commas and are to be tried in turn.
  ///
  /// Spaces around a URL do not count. A comma within a password is written `%2C`.
  package static func list(_ text: String) throws(AMQPEndpointError) -> [AMQPEndpoint] {
    var endpoints: [AMQPEndpoint] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      do throws(AMQPEndpointError.Reason) {
        endpoints.append(try parse(part.trimmingSpaces()))
      } catch {
        throw AMQPEndpointError(error, position: endpoints.count + 1)
      }
    }
    return endpoints
  }
}

extension AMQPEndpoint: CustomStringConvertible, CustomReflectable {
  /// The URL with `***` for the password and without options, fit for a log.
  package var description: String {
    let scheme = security == nil ? "amqp" : "amqps"
    // A name can have any character, written %XX; shown as it is it could pass for a user.
    let isAddress = host.contains(":") && host.utf8.allSatisfy(Self.isAddressByte)
    let shownHost = isAddress ? "[\(host)]" : PercentEncoding.encode(host)
    let path = PercentEncoding.encode(virtualHost)
    let login = usesCertificateToLogIn ? "" : "\(PercentEncoding.encode(user)):***@"
    return "\(scheme)://\(login)\(shownHost):\(port)/\(path)"
  }

  /// The same with its options, to show a configuration.
  package var fullDescription: String { description + (security?.query ?? "") }

  /// Whether the client's certificate says who logs in, so that user and password do not count.
  package var usesCertificateToLogIn: Bool { security?.mechanism == .external }

  /// Mirrors only the description, so that no dump shows the password.
  package var customMirror: Mirror {
    Mirror(self, children: ["url": description])
  }
}

extension StringProtocol {
  /// The text without ASCII white space at its ends.
  fileprivate func trimmingSpaces() -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let kept = Array(utf8).drop(while: isSpace)
    let end = kept.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? kept.startIndex
    return String(decoding: kept[kept.startIndex..<end], as: UTF8.self)
  }
}
