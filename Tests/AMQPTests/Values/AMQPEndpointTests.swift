import AMQP
import Testing

@Suite("Broker URLs")
struct AMQPEndpointTests {
  struct Example: Sendable {
    var url: String
    var endpoint: AMQPEndpoint

    // More than five parameters: the parts of a URL.
    init(
      _ url: String, _ host: String = "localhost", _ port: UInt16 = 5672, _ path: String = "/",
      user: String = "guest", password: String = "guest", tls: Bool = false
    ) {
      self.url = url
      endpoint = AMQPEndpoint(
        host: host, port: port, virtualHost: path, user: user, password: password,
        security: tls ? AMQPSecurity() : nil)
    }
  }

  /// The examples of the RabbitMQ URI specification's appendix, and the edges between them.
  @Test(
    "A URL is read as the specification says",
    arguments: [
      Example(
        "amqp://user:pass@host:10000/vhost", "host", 10000, "vhost", user: "user",
        password: "pass"),
      Example(
        "amqp://user%61:%61pass@ho%61st:10000/v%2fhost", "hoast", 10000, "v/host", user: "usera",
        password: "apass"),
      Example("amqp://"),
      Example("amqp://:@/", "localhost", 5672, "", user: "", password: ""),
      Example("amqp://user@", user: "user"),
      Example("amqp://user:pass@", user: "user", password: "pass"),
      Example("amqp://host", "host"),
      Example("amqp://:10000", "localhost", 10000),
      Example("amqp:///vhost", "localhost", 5672, "vhost"),
      Example("amqp://host/", "host", 5672, ""),
      Example("amqp://host/%2f", "host"),
      Example("amqp://[::1]", "::1"),
      Example("amqp://[fe80::1%eth0]:99/", "fe80::1%eth0", 99, ""),
      Example("AMQPS://broker.example", "broker.example", 5671, tls: true),
      Example("amqps://host:/x", "host", 5671, "x", tls: true),
      Example("amqp://a:%2C%40%3A%2F@h", "h", user: "a", password: ",@:/"),
      Example("amqp://h/%C3%A9", "h", 5672, "é"),
    ])
  func reads(example: Example) throws {
    #expect(try AMQPEndpoint(url: example.url) == example.endpoint)
  }

  @Test(
    "A text that is no URL of a broker is refused with the reason",
    arguments: [
      ("", .empty), ("broker", .scheme), ("http://h", .scheme), ("amqp:/h", .scheme),
      ("amqp://a:b:c@h", .userInfo), ("amqp://a@b@h", .userInfo), ("amqp://[::1", .host),
      ("amqp://[host]", .host), ("amqp://[::1]x", .host), ("amqp://a b", .host),
      ("amqp://h:0", .port), ("amqp://h:65536", .port), ("amqp://h:5672x", .port),
      ("amqp://h:+1", .port), ("amqp://h/a/b", .path), ("amqp://h?heartbeat=1", .query),
      ("amqp://h/v#x", .query), ("amqps://h/v#x", .query),
      ("amqps://h?heartbeat=1", .unknownOption),
      ("amqps://h?keyfile", .unknownOption),
      ("amqps://h?keyfile=", .option("keyfile", "a value")),
      ("amqps://h?cacertfile=a&cacertfile=b", .option("cacertfile", "it to be given once")),
      ("amqps://h?keyfile=k", .option("certfile", "certfile and keyfile together")),
      ("amqps://h?certfile=c", .option("keyfile", "certfile and keyfile together")),
      (
        "amqps://h?verify=verify_none",
        .option("verify", "verify_peer, as who is not checked could be anybody")
      ),
      ("amqps://h?auth_mechanism=gssapi", .option("auth_mechanism", "plain or external")),
      (
        "amqps://h?auth_mechanism=external",
        .option("auth_mechanism", "certfile and keyfile with external")
      ),
      (
        "amqps://h?server_name_indication=disable",
        .option("server_name_indication", "the name in the certificate")
      ),
      ("amqps://h?cacertfile=%", .encoding(part: "option cacertfile")),
      ("amqp://h/%2", .encoding(part: "virtual host")),
      ("amqp://h/%GG", .encoding(part: "virtual host")),
      ("amqp://h/%00", .encoding(part: "virtual host")),
      ("amqp://u:%FF@h", .encoding(part: "password")),
    ] as [(String, AMQPEndpointError.Reason)])
  func refuses(url: String, reason: AMQPEndpointError.Reason) {
    #expect(throws: AMQPEndpointError(reason, position: 1)) { try AMQPEndpoint(url: url) }
  }

  @Test("The options of TLS are read from the query, and shown without a secret")
  func options() throws {
    let url =
      "amqps://u:s3cret@h/%2F?cacertfile=/ca%2Cx.pem&certfile=c.pem&keyfile=/k&verify=verify_peer"
      + "&server_name_indication=n&auth_mechanism=external"
    let endpoint = try AMQPEndpoint(url: url)
    var security = AMQPSecurity()
    security.authorities = "/ca,x.pem"
    security.certificate = "c.pem"
    security.key = "/k"
    security.serverName = "n"
    security.mechanism = .external
    #expect(endpoint.security == security)
    #expect(endpoint.description == "amqps://h:5671/%2F")
    #expect(try AMQPEndpoint(url: endpoint.fullDescription).security == security)
    #expect(!endpoint.fullDescription.contains("s3cret"))
    #expect(try AMQPEndpoint(url: "amqps://u:p@h/v").fullDescription == "amqps://u:***@h:5671/v")
  }

  @Test("A list is read in its order, and an error says which of its URLs is wrong")
  func list() throws {
    let hosts = try AMQPEndpoint.list("amqp://one, amqps://two:1/x").map(\.host)
    #expect(hosts == ["one", "two"])
    #expect(throws: AMQPEndpointError(.scheme, position: 2)) {
      try AMQPEndpoint.list("amqp://one,two")
    }
    #expect(throws: AMQPEndpointError(.empty, position: 2)) {
      try AMQPEndpoint.list("amqp://one,")
    }
  }

  @Test("Neither a description, a dump nor an error shows the password")
  func redacts() throws {
    let endpoint = try AMQPEndpoint(url: "amqps://me:s3cret@[::1]/a%2Fb")
    #expect(endpoint.description == "amqps://me:***@[::1]:5671/a%2Fb")
    var dumped = ""
    dump(endpoint, to: &dumped)
    #expect(!dumped.contains("s3cret"))
    #expect(!String(reflecting: [endpoint]).contains("s3cret"))
    let error = #expect(throws: AMQPEndpointError.self) {
      try AMQPEndpoint(url: "amqp://me:s3cret:x@h")
    }
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test(
    "A description without its password names the same place when it is read as a URL",
    arguments: [
      "amqp://h", "amqps://u%3A:p@h:1/v%2Fw", "amqp://[fe80::1%25eth0]", "amqp://u%40h",
      "amqp://a%3Ab", "amqp://a%2Fb%3F%23%25/x",
    ])
  func describesTheSame(url: String) throws {
    var endpoint = try AMQPEndpoint(url: url)
    let again = try AMQPEndpoint(url: endpoint.description)
    endpoint.password = again.password
    #expect(again == endpoint)
  }
}
