import Messages
import RandomFixture
import Testing

@testable import Fleet

/// A queue and the processes that consume it, each with lanes as `BrokerTransport` has them; a
/// poison ends the process that handles it, and the process is started again.
private struct QuarantineModel {
  private struct Lane {
    var prefetch: Int?
    /// What the broker has delivered, and the lane has not received.
    var arrived: [Int] = []
    var held = HeldDeliveries()
    /// All that is delivered and not acknowledged.
    var open: Set<Int> = []
    var turns = 0
  }

  private struct Process {
    var quarantine: PoisonQuarantine
    var lanes: [Lane]
  }

  private static let batchLimit = 32
  private static let prefetch = 100
  private static let messages = 600
  private var numbers: SeededNumbers
  private var processes: [Process]
  private let poisons: Set<Int>
  /// In the order of publication, which what is given back keeps.
  private var queue: [Int]
  private var steps = 0
  private(set) var attempts: [Int: Int] = [:]
  private(set) var deadLetters: Set<Int> = []
  private(set) var batches: [[Int]] = []
  var isEmpty: Bool {
    queue.isEmpty && processes.allSatisfy { $0.lanes.allSatisfy(\.open.isEmpty) }
  }

  /// Of each message the attempts at first.
  init(
    seed: UInt64, processes count: Int, lanes: Int, poisons: Set<Int>, attempts first: Int = 0
  ) {
    numbers = SeededNumbers(seed: seed)
    processes = (0..<count).map { _ in Self.process(lanes) }
    self.poisons = poisons
    queue = Array(0..<Self.messages)
    for message in queue { attempts[message] = first }
  }

  private static func process(_ lanes: Int) -> Process {
    Process(
      quarantine: PoisonQuarantine(lanes: lanes), lanes: Array(repeating: Lane(), count: lanes))
  }

  /// Lets the broker deliver, or a lane take its turn, until nothing is left.
  mutating func run() {
    while !isEmpty, steps < 400_000 {
      steps += 1
      let process = Int.random(in: processes.indices, using: &numbers)
      let lane = Int.random(in: processes[process].lanes.indices, using: &numbers)
      if Bool.random(using: &numbers) { deliver(process, lane) } else { turn(process, lane) }
    }
  }

  private mutating func deliver(_ process: Int, _ lane: Int) {
    guard let prefetch = processes[process].lanes[lane].prefetch else { return }
    let room = prefetch - processes[process].lanes[lane].open.count
    let some = queue.prefix(Int.random(in: 0...max(0, room), using: &numbers))
    queue.removeFirst(some.count)
    processes[process].lanes[lane].open.formUnion(some)
    processes[process].lanes[lane].arrived += some
  }

  private mutating func turn(_ process: Int, _ place: Int) {
    var lane = processes[process].lanes[place]
    let count = lane.prefetch == nil ? lane.arrived.count : min(Self.batchLimit, lane.arrived.count)
    lane.held.add(lane.arrived.prefix(count).map(delivery))
    lane.arrived.removeFirst(count)
    let duty = processes[process].quarantine.duty(
      of: place,
      holding: .init(
        isConsuming: lane.prefetch != nil, hasNew: !lane.held.new.isEmpty,
        fewestAttempts: lane.held.fewestAttempts))
    var batch: [Delivery] = []
    switch duty {
    case .consume:
      lane.prefetch = Self.prefetch
      batch = lane.held.takeNew(limit: Self.batchLimit)
    case .finish:
      if lane.prefetch == nil { batch = lane.held.takeNew(limit: Self.batchLimit) }
      lane.prefetch = nil
    case .handleFew: batch = takeSuspects(PoisonQuarantine.few, &lane.held)
    case .handleAlone: batch = takeSuspects(1, &lane.held)
    case .scout(let prefetch):
      lane.turns = lane.prefetch == nil ? 0 : lane.turns + 1
      lane.prefetch = prefetch
      if lane.turns > 20, lane.open.isEmpty { processes[process].quarantine.foundNothing(place) }
    case .wait: break
    }
    processes[process].lanes[place] = lane
    handle(batch.map { Int($0.deliveryTag) }, process, place)
  }

  /// Handles a batch while the broker goes on to deliver.
  private mutating func handle(_ batch: [Int], _ process: Int, _ lane: Int) {
    guard !batch.isEmpty else { return }
    batches.append(batch)
    for lane in processes[process].lanes.indices { deliver(process, lane) }
    guard poisons.isDisjoint(with: batch) else { return die(process) }
    processes[process].lanes[lane].open.subtract(batch)
  }

  private mutating func die(_ process: Int) {
    for message in processes[process].lanes.flatMap(\.open) {
      attempts[message, default: 0] += 1
      if attempts[message, default: 0] > Topology.deliveryLimit {
        deadLetters.insert(message)
      } else {
        queue.append(message)
      }
    }
    queue.sort()
    processes[process] = Self.process(processes[process].lanes.count)
  }

  private mutating func takeSuspects(_ limit: Int, _ held: inout HeldDeliveries) -> [Delivery] {
    held.takeSuspects(limit: limit) { Int.random(in: $0, using: &numbers) }
  }

  private func delivery(_ message: Int) -> Delivery {
    let count = attempts[message, default: 0]
    return Delivery(
      deliveryTag: UInt64(message), redelivered: count > 0, exchange: "", routingKey: "q",
      properties: MessageProperties(
        headers: [Header("x-delivery-count", .integer(Int64(count)))]), body: [])
  }
}

@Suite("Processes that die of messages, in a model")
struct QuarantineModelTests {
  /// More attempts than this no neighbor of a poison may have had, of the twenty that are the
  /// limit.
  private static let mostAttempts = 14

  @Test(
    "Only what kills reaches the limit, whatever the order of deliveries and turns",
    arguments: [(1, 1, 1), (1, 4, 1), (3, 2, 1), (3, 2, 2), (2, 4, 3)])
  func onlyPoisons(processes: Int, lanes: Int, poisons: Int) {
    let poisons = Set((1...poisons).map { $0 * 157 })
    for seed in 1...40 as ClosedRange<UInt64> {
      var model = QuarantineModel(
        seed: seed, processes: processes, lanes: lanes, poisons: poisons)
      model.run()
      #expect(model.isEmpty, "seed \(seed)")
      #expect(model.deadLetters == poisons, "seed \(seed)")
      let others = model.attempts.filter { !poisons.contains($0.key) }.values
      #expect(others.max() ?? 0 <= Self.mostAttempts, "seed \(seed)")
    }
  }

  @Test(
    "What was returned once or twice is handled in small batches, what was more often one by one",
    arguments: [(1, false), (2, false), (3, true)])
  func returned(attempts: Int, isAlone: Bool) {
    var model = QuarantineModel(
      seed: 1, processes: 1, lanes: 2, poisons: [], attempts: attempts)
    model.run()
    #expect(model.isEmpty)
    #expect(model.batches.allSatisfy { $0.count <= (isAlone ? 1 : PoisonQuarantine.few) })
    #expect(isAlone || model.batches.count < 200, "\(model.batches.count) batches")
    #expect(model.batches.allSatisfy { $0 == $0.sorted() })
  }
}
