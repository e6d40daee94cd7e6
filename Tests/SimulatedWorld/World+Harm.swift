import Fleet
import MemoryStore
import Messages
import RideStore
import Rides

extension World {
  /// Does harm to the broker, the store, a process or a ride, or to none of them.
  mutating func harm() {
    let seat = numbers.integer(0...seats.count - 1)
    if strikes(.consumerLost) { lose(seat) }
    if strikes(.publisherLost) { broker.publishers[seat]?.isLost = true }
    if strikes(.bothLost) { loseBoth(seat) }
    if strikes(.consumerCancelled), broker.consumers[seat] != nil { cancelConsumer(seat) }
    if strikes(.brokerRestarted, times: 0.2) { for seat in seats.indices { loseBoth(seat) } }
    if strikes(.blocked) { broker.blockedUntil = time + someTime(upTo: 40_000_000) }
    if strikes(.replyQueueGone) { broker.gone.insert(numbers.pick(Producers.replyQueues)) }
    if strikes(.replyQueueFull) { fillReplyQueue() }
    if strikes(.replyQueueSilent) {
      broker.silent[numbers.pick(Producers.replyQueues)] = time + someTime(upTo: 90_000_000)
    }
    if strikes(.storeDown) { failStore() }
    if strikes(.killed) { kill(seats[seat].process) }
    if strikes(.terminated) { seats[seat].stopSignal.stop() }
    if strikes(.stopped) { freeze(seats[seat].process, within: seat) }
    if strikes(.clockJump, times: 0.3) { time += someTime(upTo: 400_000_000) }
    if strikes(.rideUnreadable, times: 0.1) { spoilRide() }
  }

  private mutating func someTime(upTo limit: Int) -> Int64 {
    Int64(numbers.integer(0...numbers.pick([limit / 1_000, limit / 30, limit])))
  }

  private mutating func loseBoth(_ seat: Int) {
    guard broker.consumers[seat] != nil else { return }
    lose(seat)
    broker.publishers[seat]?.isLost = true
  }

  private mutating func cancelConsumer(_ seat: Int) {
    // What was delivered stays with the channel until that is closed.
    broker.consumers[seat]?.isCancelled = true
    note("the consumer of lane \(seat) is cancelled")
  }

  /// Nobody reads a reply queue for a while, so that it takes nothing.
  private mutating func fillReplyQueue() {
    broker.full[numbers.pick(Producers.replyQueues)] = time + someTime(upTo: 60_000_000)
  }

  private mutating func failStore() {
    storage.downUntil = time + someTime(upTo: 60_000_000)
    // Open transactions end with their connections.
    storage.writer = nil
    storage.locks = [:]
  }

  /// Ends a process between two instructions of its lanes.
  mutating func kill(_ process: Int) {
    note("process \(process) is killed")
    for index in seats.indices where seats[index].process == process {
      giveBack(index, counted: true)
      broker.publishers[index] = nil
      storage.release(index)
      seats[index].life += 1
      seats[index].frozenUntil = 0
      seats[index].stopSignal.stop()
    }
  }

  /// Stops a process for a while; after three heartbeats the broker gives it up.
  private mutating func freeze(_ process: Int, within seat: Int) {
    let pause = someTime(upTo: 60_000_000)
    note("process \(process) is stopped")
    for index in seats.indices where seats[index].process == process {
      seats[index].frozenUntil = time + pause
      if pause > 30_000_000 { loseBoth(index) }
    }
  }

  /// Damages the document of a ride in the store.
  private mutating func spoilRide() {
    let rides = storedRides().filter { !record.spoilt.contains($0.rideIdentifier) }
    guard !rides.isEmpty, storage.locks.isEmpty, storage.writer == nil else { return }
    var ride = numbers.pick(rides)
    ride.document = Array("{".utf8)
    let store = committed
    do {
      try store.transaction(.write) { () throws(StoreError) in
        try store.update([RideUpdate(record: ride, expectedRevision: ride.revision)])
      }
      record.spoilt.insert(ride.rideIdentifier)
      note("ride \(ride.rideIdentifier) is damaged")
    } catch {
      object("the ride could not be damaged: \(error)")
    }
  }
}
