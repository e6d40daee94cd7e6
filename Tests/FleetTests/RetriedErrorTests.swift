import AMQP
import RideStore
import Rides
import Synchronization
import Testing

@testable import Fleet

/// A lane, a ticker and the maintenance of the store try again after every error of these.
@Suite("The log of an error that is retried")
struct RetriedErrorTests {
  /// Those of librabbitmq, the broker's and Livery's own.
  static let codes = [Array(-0x204...0), Array(300...599), Array(1000...1002)].joined()

  @Test("No error of the broker says that a retry is useless, since a lane retries after each")
  func broker() {
    for code in Self.codes {
      for isRetriable in [true, false] {
        let error = AMQPError(
          code: AMQPError.Code(rawValue: Int32(code)), operation: "publish", detail: "",
          isRetriable: isRetriable)
        expectNoDenial { reporter in
          reporter.brokerFailed(error)
          reporter.publisherFailed(error)
        }
      }
    }
  }

  @Test(
    "No error of the store says that a retry is useless, since a lane retries after each",
    arguments: StoreError.Code.allCases)
  func store(code: StoreError.Code) {
    expectNoDenial { $0.storeFailed(StoreError(code, operation: "commit", detail: "")) }
  }

  @Test("No event that is followed by a retry is described as one that a retry cannot help")
  func rows() {
    for row in LogEventRow.all {
      let text = "\(row)".lowercased()
      #expect(!Self.denials.contains { text.contains($0) }, "\(row)")
    }
  }

  private static let denials = ["will not help", "cannot help", "does not help", "would not help"]

  private func expectNoDenial(_ report: (LaneReporter) -> Void) {
    let lines = Mutex<[String]>([])
    let log = Log(
      level: .debug,
      sink: { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        return true
      })
    report(LaneReporter(log: log, health: LaneHealth()))
    let text = lines.withLock { $0.joined() }
    #expect(!text.isEmpty && !Self.denials.contains { text.contains($0) }, "\(text)")
  }
}
