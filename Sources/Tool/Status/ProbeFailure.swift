/// Why a worker has not answered: what was attempted and what came.
struct ProbeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
