/// The answer to a request: what it asked for, or why it was not carried out.
public enum Reply<Content: AnswerContent>: RideAnswer {
  case content(Content)
  case failure(RequestFailure)

  public var code: ResponseCode {
    switch self {
    case .content(let content): content.code
    case .failure(let failure): failure.code
    }
  }

  public var failure: RequestFailure? {
    if case .failure(let failure) = self { failure } else { nil }
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
public protocol AnswerContent: Hashable, Sendable {
  /// How it went.
  var code: ResponseCode { get }
}
