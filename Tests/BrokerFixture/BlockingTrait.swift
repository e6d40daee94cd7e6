package import Testing

/// Runs a suite on threads of its own, because its tests block while they wait.
///
/// Swift runs tasks on one thread per processor: on two processors two blocked tests would stop
/// all others, however idle the machine is.
package struct BlockingTrait: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The tasks of the suite's tests and cases inherit the preference.
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
  }
}

extension Trait where Self == BlockingTrait {
  /// For a suite whose tests block; it stands before traits that block themselves.
  package static var blocking: BlockingTrait { BlockingTrait() }
}
