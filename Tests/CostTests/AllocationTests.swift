import Foundation
import Testing

@Suite("The costs of a request") struct AllocationTests {
  @Test("A request asks for memory no more often than is recorded")
  func allocations() throws {
    let measured = try MeasuringProgram.allocations()
    for limit in AllocationTable.limits {
      let counts = measured.filter {
        $0.kind == limit.kind && $0.batch == limit.batch && $0.store == limit.store
      }
      try #require(counts.count == 1, "\(limit.name)")
      // A program with a sanitizer, which has an allocator of its own, counts nothing.
      guard counts[0].counted else { continue }
      #expect(counts[0].allocations > 0, "\(limit.name)")
      #expect(counts[0].allocations <= limit.allocations, "\(limit.name)")
    }
  }
}
