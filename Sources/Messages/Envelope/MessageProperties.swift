/// The basic properties of an AMQP 0-9-1 message, under their AMQP names.
package struct MessageProperties: Hashable, Sendable {
  package var contentType: String?
  package var contentEncoding: String?
  package var headers: [Header]
  /// 1 transient, 2 persistent.
  package var deliveryMode: UInt8?
  package var priority: UInt8?
  package var correlationID: String?
  package var replyTo: String?
  /// Milliseconds as a decimal text.
  package var expiration: String?
  package var messageID: String?
  /// Seconds since 1970.
  package var timestamp: UInt64?
  package var type: String?
  package var userID: String?
  package var appID: String?
  /// The texts of a received message that are not UTF-8, as AMQP wants them: the AMQP name of each
  /// with its bytes.
  ///
  /// They are nil above, and are not sent.
  package var notUTF8: [Header] = []

  package init(
    contentType: String? = nil, contentEncoding: String? = nil, headers: [Header] = [],
    deliveryMode: UInt8? = nil, priority: UInt8? = nil, correlationID: String? = nil,
    replyTo: String? = nil, expiration: String? = nil, messageID: String? = nil,
    timestamp: UInt64? = nil, type: String? = nil, userID: String? = nil, appID: String? = nil
  ) {
    self.contentType = contentType
    self.contentEncoding = contentEncoding
    self.headers = headers
    self.deliveryMode = deliveryMode
    self.priority = priority
    self.correlationID = correlationID
    self.replyTo = replyTo
    self.expiration = expiration
    self.messageID = messageID
    self.timestamp = timestamp
    self.type = type
    self.userID = userID
    self.appID = appID
  }

  /// The value of the first header of that name; header names are compared byte by byte.
  package func header(_ name: String) -> HeaderValue? {
    headers.first { $0.name == name }?.value
  }
}
