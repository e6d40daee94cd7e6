import MemoryStore
import RideStore
import Rides

/// A lane's session on the store of the world.
///
/// A transaction that writes is a list of writes, which are made again on what is committed at each
/// call; where that does not come out alike, or a row that was read has changed, it is a conflict,
/// as if the rows had been locked. So transactions overlap, and each sees what others commit.
final class WorldStore: RideStore {
  let stage: Stage
  let caller: Caller
  private let base: MemoryStore
  private var mode: TransactionMode?
  private var writes: [any Write] = []
  /// The rows that were read to be written, each as it was.
  private var guards: [Storage.Row: RowState] = [:]
  private let sabotage: Sabotage?

  init(stage: Stage, caller: Caller) {
    self.stage = stage
    self.caller = caller
    base = MemoryStore(stage.with { $0.database })
    sabotage = stage.with { $0.sabotage }
  }

  func checkSchema() throws(StoreError) { try call("check schema") }

  func begin(_ mode: TransactionMode) throws(StoreError) {
    precondition(self.mode == nil, "a session has one transaction at a time")
    try call("begin")
    if mode == .write { try takeWriter() }
    self.mode = mode
  }

  private func takeWriter() throws(StoreError) {
    let until = stage.with { $0.time } + 5_000_000
    while true {
      // Who died while it waited would never give the right back.
      let (isGranted, isLate) = stage.with { [caller] world in
        let isDead = world.isDead(caller)
        return (!isDead && world.takeWriter(caller), isDead || world.time >= until)
      }
      if isGranted { return }
      if isLate { throw .lost("begin to write") }
      stage.pass(caller.seat, as: .waitingForWriter(until: until))
    }
  }

  func commit() throws(StoreError) {
    guard let mode else { preconditionFailure("there is no transaction to commit") }
    try call("commit")
    guard mode == .write else { return finish() }
    if stage.with({ $0.strikes(.failedBeforeCommit) }) { throw .lost("commit") }
    if stage.with({ $0.strikes(.spuriousConflict) }) { throw .taken("commit") }
    if sabotage != .losesCommits || stage.with({ $0.numbers.chance(0.9) }) {
      _ = try replay { (_) throws(StoreError) in true }
      try base.commit()
    }
    let isSilent = stage.with { [caller] world in
      world.note("lane \(caller.seat) commits")
      return world.strikes(.failedAfterCommit)
    }
    finish()
    if isSilent { throw .lost("commit") }
  }

  func rollBack() {
    base.rollBack()
    if mode != nil { finish() }
  }

  private func finish() {
    mode = nil
    writes = []
    guards = [:]
    stage.with { [caller] in if !$0.isDead(caller) { $0.storage.release(caller.seat) } }
  }
}

extension WorldStore {
  /// Lets others have a turn, and fails if the store does.
  fileprivate func call(_ operation: String) throws(StoreError) {
    stage.pass(caller.seat)
    if let error = stage.with({ [caller] in $0.storeFailure(caller, operation) }) { throw error }
  }

  /// Begins a transaction on what is committed, makes the writes again and then something more.
  private func replay<Result>(
    _ body: (MemoryStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    base.rollBack()
    try base.begin(.write)
    if sabotage != .ignoresRevisions {
      for (row, value) in guards where try state(of: row) != value {
        throw .taken("read \(row)")
      }
    }
    for write in writes {
      guard try write.repeats(on: base) else { throw .taken("write") }
    }
    return try body(base)
  }

  /// Reads what a statement of the transaction sees now.
  func read<Result>(
    _ operation: String, _ body: (MemoryStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try call(operation)
    guard mode == .write else { return try body(base) }
    defer { base.rollBack() }
    return try replay(body)
  }

  /// Reads rows that the transaction locks.
  func read<Result>(
    _ operation: String, locking rows: (Result) -> [Storage.Row],
    _ body: (MemoryStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let result = try read(operation, body)
    guard mode == .write else { return result }
    let locked = rows(result)
    for row in locked where guards[row] == nil { guards[row] = try state(of: row) }
    stage.with { [caller] in $0.lock(locked, for: caller) }
    return result
  }

  /// Writes, now and whenever the transaction is made again.
  func write<Result: Equatable>(
    _ operation: String,
    _ body: @escaping (MemoryStore) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    precondition(mode == .write, "\(operation) needs a transaction that writes")
    try call(operation)
    if stage.with({ $0.strikes(.spuriousConflict, times: 0.3) }) { throw .taken(operation) }
    defer { base.rollBack() }
    let result = try replay(body)
    writes.append(MadeWrite(body: body, result: result))
    return result
  }

  /// What is committed of a row.
  private func state(of row: Storage.Row) throws(StoreError) -> RowState {
    switch row {
    case .ride(let ride): .ride(try base.rides([ride])[ride])
    case .vehicle(let vehicle): .vehicle(try base.vehicles([vehicle])[vehicle])
    case .subscription(let key): .subscription(try base.subscriptions([key])[key])
    }
  }
}

/// A row as a transaction has read it.
private enum RowState: Equatable {
  case ride(RideRecord?)
  case vehicle(VehicleRecord?)
  case subscription(Subscription?)
}

/// A write of a transaction that can be made again.
private protocol Write {
  /// Makes the write and tells whether it comes out as it did.
  func repeats(on store: MemoryStore) throws(StoreError) -> Bool
}

private struct MadeWrite<Result: Equatable>: Write {
  let body: (MemoryStore) throws(StoreError) -> Result
  let result: Result

  func repeats(on store: MemoryStore) throws(StoreError) -> Bool { try body(store) == result }
}
