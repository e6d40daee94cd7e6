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

  /// The parts of a route by stages, in proportion; their time is what counts of it.
  package func parts(
    of route: Route
  ) throws(MoneyError) -> [(rates: RateCard, route: Route)] {
    let seconds = time.counted(of: route)
    var rest = Route(metres: route.metres, seconds: seconds, slowSeconds: seconds)
    var parts: [(rates: RateCard, route: Route)] = []
    for stage in try stages() {
      let worth = try stage.micros(of: rest)
      let share = stage.limit.map { min(1, Double($0) / Double(max(worth, 1))) } ?? 1
      parts.append((stage.rates, rest.times(share)))
      if share == 1 { break }
      rest = rest.times(1 - share)
    }
    return parts
  }

  /// The price of the distance and that of the time of a route, by stages.
  func stagedAmounts(for route: Route) throws(MoneyError) -> (distance: Money, time: Money) {
    var count = RideCount(self)
    for part in try parts(of: route) { try count.add(part.route, by: part.rates) }
    return try count.amounts()
  }

  /// The same of a way that was driven, whose sections are those of the stages.
  func stagedAmounts(for way: DrivenWay) throws(MoneyError) -> (distance: Money, time: Money) {
    var count = RideCount(self)
    for (stage, section) in zip(try stages(), way.sections) {
      try count.add([section], by: stage.rates)
    }
    return try count.amounts()
  }
}

extension Route {
  fileprivate func times(_ share: Double) -> Route {
    Route(metres: metres * share, seconds: seconds * share, slowSeconds: slowSeconds * share)
  }
}
