import Fleet

extension World {
  /// Takes it that a lane waits, and gives back whose turn is next.
  ///
  /// Between the turns of lanes the world itself acts.
  mutating func turn(after seat: Int, _ condition: Seat.Condition) -> Int {
    seats[seat].condition = condition
    steps += 1
    time += Int64(numbers.integer(0...400))
    if steps >= Self.stepLimit, season != .over { giveUp() }
    if isReady(seat), numbers.chance(weather.persistence) { return take(seat) }
    while true {
      let ready = seats.indices.filter { isReady($0) }
      let actors = clerks.due(at: time, in: season)
      if ready.isEmpty, actors.isEmpty {
        guard let next = nextMoment else { return seat }
        time = max(time + 1, next)
        steps += 1
        continue
      }
      let place = numbers.integer(0...ready.count + actors.count - 1)
      if place < ready.count { return take(ready[place]) }
      act(actors[place - ready.count])
    }
  }

  private mutating func take(_ seat: Int) -> Int {
    seats[seat].condition = .ready
    return seat
  }

  private func isReady(_ index: Int) -> Bool {
    let seat = seats[index]
    if season == .over {
      if case .ended = seat.condition { return false }
      return true
    }
    guard seat.frozenUntil <= time else { return false }
    switch seat.condition {
    case .ready: return true
    case .asleep(let until, let listens):
      return until <= time || seat.stopSignal.isStopped || (listens && broker.hasInput(index))
    case .waitingForWriter(let until): return until <= time || storage.writer == nil
    case .down(let until), .busy(let until): return until <= time
    case .ended: return false
    }
  }

  /// When something next happens by itself; nil when nothing ever does.
  private var nextMoment: Int64? {
    var moments = clerks.moments(in: season)
    for seat in seats {
      switch seat.condition {
      case .asleep(let until, _), .waitingForWriter(let until), .down(let until),
        .busy(let until):
        moments.append(max(until, seat.frozenUntil))
      case .ready: moments.append(seat.frozenUntil)
      case .ended: break
      }
    }
    return moments.min()
  }

  private mutating func giveUp() {
    object("the world does not come to rest: \(broker.load), season \(season)")
    end()
  }

  /// Lets all lanes end.
  mutating func end() {
    season = .over
    for seat in seats { seat.stopSignal.stop() }
  }
}
