import MemoryStore
import Messages
import RideStore
import Rides
import Synchronization
import Testing

@testable import Fleet

@Suite("Settings that all workers of a store must share")
struct SharedSettingsTests {
  private static let noon = Instant(seconds: 1_800_000_000)
  private let database = MemoryDatabase(busyTimeout: .zero)

  /// A worker with settings that can change.
  private final class Worker {
    let lines = LogLines()
    let health = FleetHealth(lanes: [], stopSignal: StopSignal())
    private let store: MemoryStore
    private let values: Mutex<[SharedSetting: String]>
    private var settings: SharedSettings?

    init(_ database: MemoryDatabase, _ values: [SharedSetting: String]) {
      store = MemoryStore(database)
      self.values = Mutex(values)
      settings = SharedSettings(log: lines.log) { [unowned self] in self.values.withLock { $0 } }
      health.recordStore(answers: true)
    }

    func change(_ setting: SharedSetting, to value: String) {
      values.withLock { $0[setting] = value }
    }

    /// Compares so long after noon; returns the settings of which others have another value.
    func compare(at seconds: Int) -> Set<SharedSetting> {
      settings?.compare(in: store, at: SharedSettingsTests.noon.advanced(bySeconds: seconds))
      let differs = settings?.differs ?? [:]
      health.recordSettings(differs)
      return Set(differs.filter(\.value).keys)
    }

    var missing: [String] { health.answers().readiness.missing.map(\.what) }
  }

  private func worker(_ payments: String?, _ catalogue: String = "a") -> Worker {
    var values: [SharedSetting: String] = [.catalogue: catalogue]
    values[.payments] = payments
    return Worker(database, values)
  }

  @Test("A worker with another payment system than those before it reports that, and is not ready")
  func payments() {
    let (first, second, other) = (worker("amqp"), worker("amqp"), worker("built-in"))
    #expect(first.compare(at: 0) == [] && second.compare(at: 1) == [])
    #expect(other.compare(at: 2) == [.payments])
    #expect(other.missing == ["payments"] && first.missing == [])
    for second in 3..<200 {
      #expect(first.compare(at: second) == [] && other.compare(at: second) == [.payments])
    }
    #expect(other.lines.count(.settingDiffers) == 1, "it is logged once")
    #expect(first.lines.count(.settingDiffers) == 0)
  }

  @Test("A worker that orders no payments needs no payment system")
  func reader() {
    #expect(worker("amqp").compare(at: 0) == [])
    #expect(worker(nil).compare(at: 1) == [])
    #expect(SharedSetting.all(of: .dispatch) == [.payments, .catalogue])
    #expect(SharedSetting.all(of: .listOptions) == [.catalogue])
  }

  @Test("Another catalogue is reported, and the worker stays ready")
  func catalogues() {
    let (first, other) = (worker("amqp", "a"), worker("amqp", "b"))
    #expect(first.compare(at: 0) == [] && other.compare(at: 0) == [.catalogue])
    #expect(other.missing == [])
    #expect(other.lines.texts.contains { $0.contains(#""setting":"catalogue","value":"b""#) })
  }

  @Test("Once all workers have changed, the new value is theirs within a minute")
  func rolling() {
    let workers = (0..<3).map { _ in worker("built-in", "a") }
    func compare(from start: Int, to end: Int) {
      for second in start...end {
        for worker in workers { _ = worker.compare(at: second) }
      }
    }
    compare(from: 0, to: 30)
    for (place, worker) in workers.enumerated() {
      worker.change(.payments, to: "amqp")
      worker.change(.catalogue, to: "b")
      compare(from: 31 + 100 * place, to: 130 + 100 * place)
      let isLast = place == workers.count - 1
      #expect(
        workers.map(\.missing).filter { $0 == ["payments"] }.count == (isLast ? 0 : place + 1))
    }
    for worker in workers {
      #expect(worker.compare(at: 331) == [])
      #expect(worker.lines.count(.settingShared) == worker.lines.count(.settingDiffers))
    }
  }

  @Test("A store that cannot be compared with leaves all as it was")
  func unreachable() throws {
    let (first, other) = (worker("amqp"), worker("built-in"))
    #expect(first.compare(at: 0) == [] && other.compare(at: 0) == [.payments])
    let writer = MemoryStore(database)
    try writer.begin(.write)
    defer { writer.rollBack() }
    #expect(other.compare(at: 90) == [.payments] && first.compare(at: 90) == [])
  }
}
