/// The rates of a card with bands by fare, one after the other (rule M17).
///
/// With steps it is the step that reaches a fare which ends a stage, and the next step is one of
/// the next rates. What the base includes is used up by distance and time together.
struct FareStage {
  /// A card of one band.
  let rates: RateCard
  /// What it counts before the next stage, with what the base includes, in millionths of millionths
  /// of the currency's main unit; nil is the last stage.
  let limit: Int128?

  /// What it counts for distance and time.
  func micros(of route: Route) throws(MoneyError) -> Int128 {
    let (distance, time) = (rates.bands[0].rate, rates.time)
    return try distance.rate.micros(of: route.metres / distance.metresPerUnit)
      + time.rate.micros(of: time.counted(of: route) / time.secondsPerUnit)
  }
}

extension RateCard {
  /// The stages of a ride; one without bands by fare.
  func stages() throws(MoneyError) -> [FareStage] {
    var rates = self
    rates.fareBands = []
    rates.time.freeSecondsPerStop = 0
    rates.time.secondsPerUnit = bands[0].secondsPerUnit ?? time.secondsPerUnit
    let included = Route(
      metres: includedMetres, seconds: includedSeconds, slowSeconds: includedSeconds)
    var free = try FareStage(rates: rates, limit: nil).micros(of: included)
    var reached: Int128 = 0
    var stages: [FareStage] = []
    for band in fareBands {
      let step = steps == nil ? 0 : Int128(rates.bands[0].rate.rate.microUnits) * 1_000_000
      let missing = max(0, band.fromAmount.micros - reached)
      let counted = step > 0 ? (missing + step - 1) / step * step : missing
      stages.append(FareStage(rates: rates, limit: counted + free))
      (reached, free) = (reached + counted, 0)
      rates.bands = [DistanceBand(fromMetres: 0, rate: band.rate)]
      rates.time.secondsPerUnit = band.secondsPerUnit ?? time.secondsPerUnit
      if steps?.areShared == true { rates.time.rate = band.rate.rate }
    }
    return stages + [FareStage(rates: rates, limit: nil)]
  }

  /// The part of a route that one stage counts, and what it counts of it, which is its limit where
  /// the next one follows: the metres and seconds alone are off by a millionth, which may start a
  /// step.
  package struct StagePart {
    package let rates: RateCard
    package let route: Route
    let micros: Int128
  }

  /// The parts of a route by stages, in proportion; their time is what counts of it.
  package func parts(of route: Route) throws(MoneyError) -> [StagePart] {
    let seconds = time.counted(of: route)
    var rest = Route(metres: route.metres, seconds: seconds, slowSeconds: seconds)
    var parts: [StagePart] = []
    // Of the rest what the stage before counts, and what was left of it.
    var before: (all: Int128, left: Int128)?
    for stage in try stages() {
      let whole = try stage.micros(of: rest)
      let counted = before.map { whole.share($0.left, of: $0.all) } ?? whole
      if let before, before.all > 0 { rest = rest.times(Double(before.left) / Double(before.all)) }
      guard let limit = stage.limit, limit < counted else {
        parts.append(StagePart(rates: stage.rates, route: rest, micros: counted))
        break
      }
      let share = Double(limit) / Double(counted)
      parts.append(StagePart(rates: stage.rates, route: rest.times(share), micros: limit))
      before = (counted, counted - limit)
    }
    return parts
  }

  /// The price of the distance and that of the time of a route, by stages.
  func stagedAmounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
    var count = RideCount(self)
    for part in try parts(of: route) {
      try count.add(part.route, by: part.rates, counting: part.micros)
    }
    return try count.amounts()
  }

  /// The same of a way that was driven, whose sections are those of the stages.
  func stagedAmounts(for way: DrivenWay) throws(MoneyError) -> (distance: Money, time: Money) {
    var count = RideCount(self)
    for (index, stage) in zip(way.sections.indices, try stages()) {
      let isFull = way.sections[(index + 1)...].contains { $0.metres > 0 || $0.slowSeconds > 0 }
      try count.add(
        [way.sections[index]], by: stage.rates, counting: isFull ? stage.limit : nil)
    }
    return try count.amounts()
  }
}

extension Int128 {
  /// The part that `part` is of `all`, in whole numbers where these can be multiplied.
  fileprivate func share(_ part: Int128, of all: Int128) -> Int128 {
    guard all > 0 else { return 0 }
    let (product, overflow) = multipliedReportingOverflow(by: part)
    return overflow ? Int128(Double(self) * (Double(part) / Double(all))) : product / all
  }
}

extension Route {
  fileprivate func times(_ share: Double) -> Route {
    Route(metres: metres * share, seconds: seconds * share, slowSeconds: slowSeconds * share)
  }
}
