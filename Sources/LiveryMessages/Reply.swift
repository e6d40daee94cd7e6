/// The answer to a request, in a message with the request's `correlation_id`: what it asked for, or
/// why it was not carried out.
public enum Reply<Content: AnswerContent>: MessageBody {
  /// It was carried out.
  case content(Content)
  /// It was not.
  case failure(RequestFailure)

  /// How it went.
  public var code: ResponseCode {
    switch self {
    case .content(let content): content.code
    case .failure(let failure): failure.code
    }
  }

  /// Why the request was not carried out; nil where it was.
  public var failure: RequestFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  /// Reads the body of an answer.
  public init(body: [UInt8]) throws(DecodingFailure) { self = try Content.reply(body) }

  /// Reads the body of a message, whose `type` is that of the request with `.response` after it.
  public init(type: String, body: [UInt8]) throws(DecodingFailure) {
    guard type.hasSuffix(".response") else {
      throw DecodingFailure(.otherType, "expected a type that ends in .response, got \(type)")
    }
    try self.init(body: body)
  }

  /// The body of the answer.
  public func body() -> [UInt8] {
    switch self {
    case .content(let content): content.body()
    case .failure(let failure): failure.body()
    }
  }

  /// The content; throws the failure.
  public func get() throws(RequestFailure) -> Content {
    switch self {
    case .content(let content): return content
    case .failure(let failure): throw failure
    }
  }
}

/// The body of an answer to a request that was carried out.
public protocol AnswerContent: MessageBody {
  /// How it went.
  var code: ResponseCode { get }
  /// Reads the body of an answer, of which this is the content if the request was carried out.
  static func reply(_ body: [UInt8]) throws(DecodingFailure) -> Reply<Self>
}

/// What a parameter of a request has come to: the stage `resolve`.
public struct Resolution<Value: Hashable & Sendable>: Hashable, Sendable {
  /// SiriKit's name for it.
  public var result: ResolutionResult
  /// The value to go on with, or to confirm.
  public var value: Value?
  /// The values to choose from.
  public var values: [Value] = []
  /// Why it cannot be used.
  public var reason: ErrorReason?
  /// Why, for people.
  public var message: String?
  /// Words of the catalogue for the rider.
  public var prompt: String?
}

extension Resolution: MemberValue, MessageObject where Value: MemberValue {
  static var blank: Resolution { Resolution(result: .blank) }

  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {
    try member("result", &result)
    try member("value", &value)
    try member("values", &values)
    try member("reason", &reason)
    try member("message", &message)
    try member("prompt", &prompt)
  }
}

/// SiriKit's name for what a parameter has come to.
public enum ResolutionResult: OpenWord {
  case success, confirmationRequired, disambiguation, needsValue, notRequired, unsupported
  case other(String)

  static let known: [String: ResolutionResult] = [
    "success": .success, "confirmationRequired": .confirmationRequired,
    "disambiguation": .disambiguation, "needsValue": .needsValue, "notRequired": .notRequired,
    "unsupported": .unsupported,
  ]
  var unknown: String? { if case .other(let word) = self { word } else { nil } }
}
