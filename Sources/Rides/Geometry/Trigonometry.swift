/// Sine, cosine and arcsine in additions and multiplications alone.
///
/// A libm differs from one version and processor to the next in the last bit, and a last bit can
/// turn a cent. IEEE 754 fixes +, -, ×, ÷ and √, and Swift does not fuse them; so a quote is the
/// same on every machine. The series end where their next term is below the last bit.
enum Trigonometry {
  static let radiansPerDegree = Double.pi / 180

  static func sine(degrees: Double) -> Double { quarterTurns(degrees, shift: 0) }

  static func cosine(degrees: Double) -> Double { quarterTurns(degrees, shift: 1) }

  /// The angle in radians whose sine is `x`, for `x` within ±1; what lies beyond counts as ±1.
  static func arcsine(_ x: Double) -> Double {
    if x < 0 { return -arcsine(-x) }
    if x >= 1 { return .pi / 2 }
    // asin x = π/2 − 2 asin √((1 − x)/2) keeps the argument of the series below one half.
    return x <= 0.5 ? arcsineSeries(x) : .pi / 2 - 2 * arcsineSeries(((1 - x) / 2).squareRoot())
  }

  /// Takes off whole quarters of a turn, which is exact in degrees, and leaves at most an eighth
  /// for the series.
  private static func quarterTurns(_ degrees: Double, shift: Int) -> Double {
    let quarters = (degrees / 90).rounded()
    let rest = (degrees - quarters * 90) * radiansPerDegree
    switch (Int(quarters) + shift) & 3 {
    case 0: return sineSeries(rest)
    case 1: return cosineSeries(rest)
    case 2: return -sineSeries(rest)
    default: return -cosineSeries(rest)
    }
  }

  private static func sineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = -1.0 / 1_307_674_368_000
    sum = sum * square + 1.0 / 6_227_020_800
    sum = sum * square - 1.0 / 39_916_800
    sum = sum * square + 1.0 / 362_880
    sum = sum * square - 1.0 / 5_040
    sum = sum * square + 1.0 / 120
    sum = sum * square - 1.0 / 6
    return x + x * square * sum
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let square = x * x
    var sum = 1.0 / 20_922_789_888_000
    sum = sum * square - 1.0 / 87_178_291_200
    sum = sum * square + 1.0 / 479_001_600
    sum = sum * square - 1.0 / 3_628_800
    sum = sum * square + 1.0 / 40_320
    sum = sum * square - 1.0 / 720
    sum = sum * square + 1.0 / 24
    sum = sum * square - 1.0 / 2
    return 1 + square * sum
  }

  private static func arcsineSeries(_ x: Double) -> Double {
    let square = x * x
    var power = x
    var sum = x
    var n = 1.0
    while true {
      power *= square * (2 * n - 1) / (2 * n)
      let next = sum + power / (2 * n + 1)
      if next == sum { return sum }
      sum = next
      n += 1
    }
  }
}
