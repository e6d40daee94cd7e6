import Crypto
import JSON
import Messages
import Rides

@testable import AMQP
@testable import Fleet
@testable import Messages
@testable import RideHandlers

/// Texts in small grammars; what is taken must be written so that it reads the same.
enum TextFuzzer {
  private static let key = MessageAuthenticationKey(identifier: "k1", secret: Array(1...32))
  private static let tokens = QuoteTokens.signed(by: [key])

  static func run(_ input: [UInt8]) throws(Finding) {
    var reader = FuzzReader(input)
    switch reader.number(below: 12) {
    case 0: try forgedToken(reader.remainder())
    case 1: try alteredToken(&reader)
    case 2: try claims(reader.remainder())
    case 3: try endpoint(String(decoding: reader.remainder(), as: UTF8.self))
    case 4: try percent(reader.remainder())
    case 5: try instant(String(decoding: reader.remainder(), as: UTF8.self))
    case 6: try local(String(decoding: reader.remainder(), as: UTF8.self))
    case 7: try money(&reader)
    case 8: try headers(String(decoding: reader.remainder(), as: UTF8.self))
    case 9: try settings(&reader)
    case 10: try json(reader.remainder())
    default: try requestTime(String(decoding: reader.remainder(), as: UTF8.self))
    }
  }

  /// Nobody without the key makes a token.
  private static func forgedToken(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    for token in [text, "k1.\(text)", "k1.\(text).\(text)"] {
      try hold(
        tokens.open?(Array(token.utf8)[...]) == nil, "a forged token was taken: \(token)")
    }
  }

  private static func alteredToken(_ reader: inout FuzzReader) throws(Finding) {
    let claims = reader.block()
    var token: [UInt8] = []
    tokens.seal?(claims, &token)
    try hold(tokens.open?(token[...]) == claims, "a token was not taken: \(token)")
    var altered = token
    for _ in 0...reader.number(below: 3) {
      let place = reader.number(below: altered.count)
      switch reader.number(below: 3) {
      case 0: altered[place] = reader.byte()
      case 1: altered.insert(reader.byte(), at: place)
      default: if altered.count > 1 { altered.remove(at: place) }
      }
    }
    guard altered != token else { return }
    let text = String(decoding: altered, as: UTF8.self)
    try hold(
      tokens.open?(Array(text.utf8)[...]) == nil, "an altered token was taken: \(text)")
  }

  private static func claims(_ bytes: [UInt8]) throws(Finding) {
    guard let claims = QuoteClaims(encoded: bytes[...]) else { return }
    try hold(claims.encoded == bytes, "claims have two spellings")
  }

  private static func endpoint(_ text: String) throws(Finding) {
    let endpoints = (try? AMQPEndpoint.list(text)) ?? []
    for endpoint in endpoints {
      try hold(!endpoint.host.isEmpty && endpoint.port > 0, "an endpoint without a host: \(text)")
      let shown = endpoint.fullDescription
      guard let again = try? AMQPEndpoint(url: shown) else {
        throw Finding("\(text) is shown as \(shown), which is no endpoint")
      }
      var expected = endpoint
      expected.password = again.password
      if endpoint.usesCertificateToLogIn { expected.user = again.user }
      try hold(again == expected, "\(text) is shown as \(shown), which is another endpoint")
    }
  }

  private static func percent(_ bytes: [UInt8]) throws(Finding) {
    if let text = try? PercentEncoding.decode(bytes[...], of: "text") {
      let encoded = Array(PercentEncoding.encode(text).utf8)
      let again = try? PercentEncoding.decode(encoded[...], of: "text")
      try hold(again == text, "a text reads otherwise after it was encoded")
    }
  }

  private static func instant(_ text: String) throws(Finding) {
    guard let instant = Instant(rfc3339: text) else { return }
    try hold(
      Instant(rfc3339: instant.rfc3339) == instant, "\(text) is written \(instant.rfc3339)")
  }

  private static func local(_ text: String) throws(Finding) {
    guard let local = LocalDateTime(text) else { return }
    try hold(LocalDateTime(local.description) == local, "\(text) is written \(local)")
    _ = TimeZoneRules.utc.instants(of: local)
  }

  private static func requestTime(_ text: String) throws(Finding) {
    let body = Array(#"{"riderIdentifier":"r","scheduledPickupTime":{"start":""#.utf8)
    _ = try? IntentCoding.decode(.requestRideResolve, from: body + Array(text.utf8) + #""}}"#.utf8)
    guard let locale = LocaleTag(text)?.identifier else { return }
    try hold(LocaleTag(locale)?.identifier == locale, "the locale \(text) has two normal forms")
  }

  private static func money(_ reader: inout FuzzReader) throws(Finding) {
    guard let currency = Currency(reader.pick(EdgeValues.currencies)) else { return }
    let text = String(decoding: reader.remainder(), as: UTF8.self)
    guard let money = try? Money(decimal: text, currency: currency) else { return }
    let again = try? Money(decimal: money.decimalString, currency: currency)
    try hold(again == money, "\(text) is written \(money.decimalString)")
    _ = try? money.adding(money)
  }

  private static func headers(_ text: String) throws(Finding) {
    if TraceParent.isValid(text) {
      try hold(text.utf8.count <= 255, "a trace parent of \(text.utf8.count) bytes")
    }
    try? ContentType.check(MessageProperties(contentType: text, contentEncoding: text))
  }

  private static func settings(_ reader: inout FuzzReader) throws(Finding) {
    var environment: [String: String] = [:]
    for name in SettingName.allCases where reader.flag() {
      environment[name.rawValue] = reader.text()
    }
    if reader.flag() { environment["LIVERY_" + reader.text()] = reader.text() }
    let file = reader.block()
    _ = Configuration.load(environment: environment, readFile: { _ in file })
  }

  private static func json(_ bytes: [UInt8]) throws(Finding) {
    guard let value = try? JSONValue(parsing: bytes, limits: .message) else { return }
    var writer = JSONWriter()
    writer.value(value)
    let written = writer.finish()
    let again = try? JSONValue(parsing: written, limits: .stored)
    try hold(again == value, "a JSON value reads otherwise after it was written")
  }
}
