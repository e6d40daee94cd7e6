/// Reads the parts of a timestamp one after another; a part that does not fit is nil.
struct TimestampCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  var isAtEnd: Bool { index == bytes.count }

  /// Steps over one letter or sign, letters in either case.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count else { return false }
    let byte = bytes[index]
    let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    guard (isUpperCase ? byte | 0x20 : byte) == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func digit() -> Int? {
    guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
    else { return nil }
    index += 1
    return Int(bytes[index - 1] - UInt8(ascii: "0"))
  }

  mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  mutating func timeOfDay() -> (seconds: Int, isLeapSecond: Bool)? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":"),
      let second = number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return (hour * 3_600 + minute * 60 + second, second == 60)
  }

  /// The microseconds after the point; 0 when there is no point.
  mutating func fraction() -> Int? {
    guard skip(".") else { return 0 }
    var microseconds = 0
    var count = 0
    while let digit = digit() {
      count += 1
      if count <= 6 { microseconds = microseconds * 10 + digit }
    }
    guard (1...9).contains(count) else { return nil }
    for _ in min(count, 6)..<6 { microseconds *= 10 }
    return microseconds
  }

  /// The seconds that local time is ahead of UTC.
  mutating func offset() -> Int? {
    if skip("z") { return 0 }
    let isAhead = skip("+")
    guard isAhead || skip("-"), let hour = number(digits: 2), skip(":"),
      let minute = number(digits: 2), hour < 24, minute < 60
    else { return nil }
    return (isAhead ? 1 : -1) * (hour * 3_600 + minute * 60)
  }
}
