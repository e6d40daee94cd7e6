extension CatalogueInspection {
  /// Bands begin at 0 and ascend, and steps are whole amounts of money, the same in all bands.
  mutating func inspect(_ rates: RateCard, _ area: ServiceArea, _ path: String) {
    let bandsPath = "\(path).distance"
    for (index, band) in rates.bands.enumerated() {
      let bandPath = rates.isPlain ? rates.bands[0].rate.key(below: path) : "\(bandsPath)[\(index)]"
      inspect(rate: band.rate.rate, area, rates.isPlain ? bandPath : "\(bandPath).amount")
      check(
        (0.001...1e6).contains(band.rate.metresPerUnit), "\(bandPath).per",
        "expected a millimetre to 1000 km")
      let previous = index == 0 ? nil : rates.bands[index - 1].fromMetres
      check(
        previous.map { $0 < band.fromMetres } ?? (band.fromMetres == 0), "\(bandPath).from",
        index == 0
          ? "expected the first band to begin at 0, without \"from\""
          : "expected more than the band before, so that there is no gap and no overlap")
      if let seconds = band.secondsPerUnit { inspect(unit: seconds, "\(bandPath).perSeconds") }
    }
    check(!rates.bands.isEmpty, bandsPath, "expected at least one band, the first without \"from\"")
    inspect(fareBandsOf: rates, area, path)
    inspect(
      rate: rates.time.rate, area, rates.isPlain ? "\(path).perMinute" : "\(path).time.amount")
    inspect(unit: rates.time.secondsPerUnit, "\(path).time.perSeconds")
    check(
      (0...3_600).contains(rates.time.freeSecondsPerStop), "\(path).time.freeSecondsPerStop",
      "expected 0 to 3600")
    check(
      rates.includedMetres >= 0 && rates.includedSeconds >= 0, "\(path).included",
      "expected nothing negative")
    if let steps = rates.steps { inspect(steps, of: rates, path) }
    if let rounding = rates.rounding {
      inspect(rounding, area, "\(path).rounding")
      check(rates.steps == nil, "\(path).rounding", "expected none beside steps")
    }
  }

  private mutating func inspect(fareBandsOf rates: RateCard, _ area: ServiceArea, _ path: String) {
    guard !rates.fareBands.isEmpty else { return }
    check(
      rates.bands.count <= 1, "\(path).distance",
      "expected bands from distances or from fares, not both")
    check(
      rates.steps?.areShared ?? true, "\(path).steps",
      "expected steps that distance and time share beside bands from fares")
    var reached: Int64 = 0
    for (index, band) in rates.fareBands.enumerated() {
      let bandPath = "\(path).distance[\(index + 1)]"
      inspect(rate: band.rate.rate, area, "\(bandPath).amount")
      check(
        (0.001...1e6).contains(band.rate.metresPerUnit), "\(bandPath).per",
        "expected a millimetre to 1000 km")
      check(
        band.fromAmount.minorUnits > reached, "\(bandPath).from",
        "expected more than \(index == 0 ? "the base" : "the band before")")
      reached = band.fromAmount.minorUnits
      if let seconds = band.secondsPerUnit { inspect(unit: seconds, "\(bandPath).perSeconds") }
    }
  }

  mutating func inspect(_ rounding: FareRounding, _ area: ServiceArea, _ path: String) {
    inspect(amount: rounding.step, area, "\(path).step")
    check(rounding.step.minorUnits > 0, "\(path).step", "expected more than nothing")
  }

  private mutating func inspect(_ steps: FareSteps, of rates: RateCard, _ path: String) {
    for (index, band) in rates.bands.enumerated() {
      check(
        band.rate.rate == rates.bands[0].rate.rate, "\(path).distance[\(index)].amount",
        "expected the same amount in all bands, as it is the step")
    }
    let distance = rates.bands.first?.rate.rate
    check(
      !steps.areShared || distance == rates.time.rate || rates.time.rate.microUnits == 0,
      "\(path).time.amount", "expected the amount of the distance, as they share the step")
    let amounts =
      [distance, rates.time.rate].compactMap(\.self) + rates.fareBands.map(\.rate.rate)
    check(
      amounts.allSatisfy { rate in
        (try? rate.micros(of: 1)).map { Money.isWhole(micros: $0, rate.currency) } ?? false
      }, "\(path).steps", "expected amounts of whole minor units of money")
  }

  private mutating func inspect(unit seconds: Double, _ path: String) {
    check((0.001...86_400).contains(seconds), path, "expected 0.001 to 86400 seconds")
  }
}

extension DistanceRate {
  /// The key of a plain rate in a catalogue.
  fileprivate func key(below path: String) -> String {
    metresPerUnit == Self.metresPerMile ? "\(path).perMile" : "\(path).perKilometre"
  }
}
