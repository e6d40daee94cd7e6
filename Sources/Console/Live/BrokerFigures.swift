import AMQP
import Fleet
import JSON
import Messages
import Tool

/// How long the queues are and who consumes them, as the broker says: by its management API, else
/// by declaring the queues passively.
struct BrokerFigures {
  /// One queue.
  struct Queue: Hashable {
    /// Ready for delivery and delivered without an answer; the API alone knows the latter.
    var depth: Int
    var consumers: Int
  }

  /// The queues that are shown besides those of work.
  static let others = [QueueFamily.positionQueue, Exchange.paymentQueue, Exchange.help]
  /// All queues that are shown, in their order.
  static let names = QueueFamily.allCases.map(\.queue) + others

  let configuration: Configuration

  /// Asks for all queues within a time; one that does not exist is absent.
  func queues(within limit: Duration) throws(ProbeFailure) -> [String: Queue] {
    guard let base = configuration.console.brokerAPI else { return try declared() }
    guard let api = BrokerAPI(base, virtualHost: virtualHost) else {
      throw ProbeFailure("expected another URL in LIVERY_BROKER_API")
    }
    let page = try HTTPPage.get(api.url, as: api.credentials, until: .now + limit)
    guard page.status == 200 else {
      throw ProbeFailure("expected 200 from the management API, got \(page.status)")
    }
    return try Self.queues(in: page.body)
  }

  private var virtualHost: String { configuration.endpoints.first?.virtualHost ?? "/" }

  /// Reads the list that the API returns.
  static func queues(in body: [UInt8]) throws(ProbeFailure) -> [String: Queue] {
    let list: [JSONValue]
    do throws(JSONFault) {
      list =
        try JSONValue(parsing: body, limits: JSONLimits(bytes: body.count, depth: 16)).array ?? []
    } catch {
      throw ProbeFailure("expected JSON from the management API, got something else")
    }
    var queues: [String: Queue] = [:]
    for entry in list {
      guard let name = entry["name"]?.string, names.contains(name) else { continue }
      queues[name] = Queue(
        depth: Int(entry["messages"]?.integer ?? 0),
        consumers: Int(entry["consumers"]?.integer ?? 0))
    }
    return queues
  }

  /// A queue that does not exist closes the channel, so each is asked for until one is missing.
  private func declared() throws(ProbeFailure) -> [String: Queue] {
    do throws(ToolError) {
      var connection = try BrokerLinks.connection(configuration, role: "console queues")
      var queues: [String: Queue] = [:]
      for name in Self.names {
        guard let queue = Self.declared(name, on: &connection) else { break }
        queues[name] = queue
      }
      connection.close()
      return queues
    } catch {
      throw ProbeFailure("it does not answer")
    }
  }

  private static func declared(_ name: String, on connection: inout AMQPConnection) -> Queue? {
    do throws(AMQPError) {
      let queue = try connection.declareQueue(QueueDeclaration(name: name, passive: true))
      return Queue(depth: queue.messageCount, consumers: queue.consumerCount)
    } catch {
      return nil
    }
  }
}

/// Where the management API lists the queues of a virtual host, and for whom.
struct BrokerAPI: Hashable {
  let url: String
  let credentials: HTTPPage.Credentials?

  /// Reads `http://user:password@host:port/prefix`; nil for a text without a scheme.
  init?(_ base: String, virtualHost: String) {
    guard let separator = base.firstRange(of: "://") else { return nil }
    let (scheme, rest) = (base[..<separator.upperBound], base[separator.upperBound...])
    let authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...].prefix { !"?#".contains($0) }
    let prefix = path.hasSuffix("/") ? path.dropLast() : path
    let parts = authority.split(separator: "@", omittingEmptySubsequences: false)
    let host = parts.last ?? authority
    if parts.count > 1 {
      let names = parts.dropLast().joined(separator: "@")
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
          Self.decoded($0)
        }
      credentials = HTTPPage.Credentials(user: names[0], password: names.count > 1 ? names[1] : "")
    } else {
      credentials = nil
    }
    url =
      "\(scheme)\(host)\(prefix)/api/queues/\(PercentEncoding.encode(virtualHost))"
      + "?columns=name,messages,consumers"
  }

  private static func decoded(_ text: Substring) -> String {
    do throws(AMQPEndpointError.Reason) {
      return try PercentEncoding.decode(ArraySlice(text.utf8), of: "user")
    } catch {
      return String(text)
    }
  }
}
