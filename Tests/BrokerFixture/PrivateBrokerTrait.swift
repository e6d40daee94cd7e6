package import Testing

/// Gives a suite a broker for itself, from before its first test until after its last.
package struct PrivateBrokerTrait: SuiteTrait, TestScoping {
  @TaskLocal private static var current: PrivateBroker?
  private let security: PrivateBroker.Security

  init(security: PrivateBroker.Security) { self.security = security }

  /// The broker of the suite that the calling test belongs to.
  package static func broker() throws -> PrivateBroker {
    guard let current else {
      throw TestBrokerError("expected the suite to have the trait .privateBroker")
    }
    return current
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let broker = try PrivateBroker(security: security)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await Self.$current.withValue(broker) { try await function() })
    } catch {
      outcome = .failure(error)
    }
    try broker.end()
    try outcome.get()
  }
}

extension Trait where Self == PrivateBrokerTrait {
  /// A broker that the tests of the suite may exhaust and halt.
  package static var privateBroker: PrivateBrokerTrait { PrivateBrokerTrait(security: .none) }

  /// The same with TLS beside it.
  package static func privateBroker(security: PrivateBroker.Security) -> PrivateBrokerTrait {
    PrivateBrokerTrait(security: security)
  }
}
