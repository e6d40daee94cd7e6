/// A request that has arrived whole.
package struct HTTPRequest: Hashable, Sendable {
  /// The method as it was sent, such as `GET`.
  package var method: String
  /// The path, without the query.
  ///
  /// All escapes are decoded except `%2F` and `%25`: `EscapedText.part` decodes these after the
  /// path is split.
  package var path: String
  /// The parameters after the `?` in their order, decoded.
  package var query: [HTTPField]
  package var headers: [HTTPField]
  package var body: [UInt8]
  /// The address of the client without its port; the network of one of IPv6.
  package var client: String

  package init(
    method: String = "GET", path: String, query: [HTTPField] = [], headers: [HTTPField] = [],
    body: [UInt8] = [], client: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.client = client
  }

  /// The value of a header, whose name may be in capitals or not; the first of several.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The value of a parameter; the first of several.
  package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

/// A name and a value, as of a header.
package struct HTTPField: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a request is answered with, whole.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  package var headers: [HTTPField]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPField] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
