import AMQP
import Testing

/// Gives a suite one fleet of all four workers, from before its first test until after its last.
struct SharedFleet: SuiteTrait, TestScoping {
  @TaskLocal private static var endpoint: AMQPEndpoint?

  /// A producer for the fleet of the suite that the calling test belongs to.
  static func client() throws -> TestClient {
    guard let endpoint else {
      throw FleetError("expected the suite to have the trait .sharedFleet")
    }
    return try TestClient(endpoint)
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let fleet = try RunningFleet()
    try fleet.startAndWait()
    try await Self.$endpoint.withValue(fleet.endpoint) { try await function() }
    for worker in fleet.workers { #expect(worker.isRunning, "\(worker.name): \(worker.log)") }
  }
}

extension Trait where Self == SharedFleet {
  /// One fleet for all tests of the suite, which must not depend on what others have done.
  static var sharedFleet: SharedFleet { SharedFleet() }
}
