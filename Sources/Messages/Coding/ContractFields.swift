import JSON
import Rides

/// The kinds of text that the contract adds to those of JSON.
extension JSONFields {
  /// A copy of JSON's function: the compiler specializes generics only within their module, and
  /// calls the other through run-time type information.
  func require<Value>(_ name: String, _ value: Value?) throws(JSONFault) -> Value {
    guard let value else { throw missing(name) }
    return value
  }

  func requiredObject(_ name: String) throws(JSONFault) -> JSONFields {
    try require(name, try object(name))
  }

  func requiredIdentifier(_ name: String) throws(JSONFault) -> String {
    try require(name, try identifier(name))
  }

  func requiredInstant(_ name: String) throws(JSONFault) -> Instant {
    try require(name, try instant(name))
  }

  func requiredCount(_ name: String) throws(JSONFault) -> Int {
    try require(name, try count(name))
  }

  func requiredWord<Word: RawRepresentable & CaseIterable>(
    _ name: String, of list: Word.Type
  ) throws(JSONFault) -> Word where Word.RawValue == String {
    try require(name, try word(name, of: list))
  }

  /// A text that Livery itself has written, of any length.
  func storedText(_ name: String) throws(JSONFault) -> String? {
    try string(name, atMost: Int.max)
  }

  func requiredStoredText(_ name: String) throws(JSONFault) -> String {
    try require(name, try storedText(name))
  }

  /// 1 to 128 bytes without control characters.
  func identifier(_ name: String) throws(JSONFault) -> String? {
    guard let text = try string(name, atMost: TextLimit.identifier) else { return nil }
    return try text.identifier(path: path(to: name))
  }

  /// A text of one line: without control characters.
  func line(_ name: String, atMost limit: Int) throws(JSONFault) -> String? {
    guard let text = try string(name, atMost: limit) else { return nil }
    return try text.line(path: path(to: name))
  }

  /// The URL of something on the web.
  func link(_ name: String) throws(JSONFault) -> String? {
    guard let text = try line(name, atMost: TextLimit.link) else { return nil }
    guard PictureLink.isOne(text) else {
      throw JSONFault(
        .wrongType, path: path(to: name),
        "expected a URL such as https://example.org/car.png, got \(quoted(text))")
    }
    return text
  }

  /// A text of one line that riders are shown.
  func printableLine(_ name: String) throws(JSONFault) -> String? {
    guard let text = try string(name, atMost: TextLimit.name) else { return nil }
    return try text.printable(path: path(to: name))
  }

  /// A telephone number, in the way in which people write one.
  func phoneNumber(_ name: String) throws(JSONFault) -> String? {
    guard let text = try printableLine(name) else { return nil }
    if text.isPhoneNumber { return text }
    throw JSONFault(
      .wrongType, path: path(to: name),
      "expected a telephone number such as +13125550103, or no value, got \(quoted(text))")
  }

  /// Four digits; the error shows none of what came.
  func startCode(_ name: String) throws(JSONFault) -> StartCode? {
    guard let text = try string(name, atMost: TextLimit.identifier) else { return nil }
    if let code = StartCode(text) { return code }
    throw JSONFault(.wrongType, path: path(to: name), "expected four digits")
  }

  /// A text that people write, of any number of lines and at most so many characters: without
  /// control characters except line breaks and tabs.
  func text(_ name: String, atMost limit: Int) throws(JSONFault) -> String? {
    guard let text = try string(name, atMost: limit * CharacterLimit.bytesEach) else { return nil }
    return try text.lines(atMost: limit, path: path(to: name))
  }

  /// RFC 3339, with any offset.
  func instant(_ name: String) throws(JSONFault) -> Instant? {
    guard let text = try string(name, atMost: TextLimit.instant) else { return nil }
    guard let instant = Instant(rfc3339: text) else {
      throw JSONFault(
        .wrongType, path: path(to: name),
        "expected an RFC 3339 instant such as 2026-11-21T05:04:10Z, got \(quoted(text))")
    }
    return instant
  }

  /// One of the words of a closed list.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, of list: Word.Type
  ) throws(JSONFault) -> Word? where Word.RawValue == String {
    guard let text = try string(name, atMost: Int.max) else { return nil }
    return try text.word(of: list, path: path(to: name))
  }

  /// A locale as BCP 47, CLDR or POSIX writes it, in the result `language[_Script][_REGION]`.
  func locale(_ name: String) throws(JSONFault) -> String? {
    guard let text = try string(name, atMost: TextLimit.locale) else { return nil }
    // Almost every message has this one.
    if text == "en_US" { return text }
    guard let locale = LocaleTag(text) else {
      throw JSONFault(
        .wrongType, path: path(to: name),
        "expected a locale such as en_US or zh-Hant-TW, got \(quoted(text))")
    }
    return locale.identifier
  }

  /// A whole number that an `Int` holds.
  func count(_ name: String) throws(JSONFault) -> Int? {
    guard let integer = try integer(name) else { return nil }
    return Int(integer)
  }

  /// A whole number within a range.
  func count(_ name: String, in range: ClosedRange<Int>) throws(JSONFault) -> Int? {
    guard let count = try count(name) else { return nil }
    guard range.contains(count) else {
      throw JSONFault(
        .outOfRange, path: path(to: name),
        "expected \(range.lowerBound) to \(range.upperBound), got \(count)")
    }
    return count
  }
}

/// Arrays.
extension JSONFields {
  /// The objects of an array, each read by `read`; none where it is absent.
  func objects<Element>(
    _ name: String, _ read: (JSONFields) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    try array(name) { (elements) throws(JSONFault) in try read(try elements.object()) } ?? []
  }

  /// The same of an array of at most so many objects.
  func objects<Element>(
    _ name: String, atMost limit: Int, _ read: (JSONFields) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] { try objectsIfAny(name, atMost: limit, read) ?? [] }

  /// The same; nil where the array is absent.
  func objectsIfAny<Element>(
    _ name: String, atMost limit: Int, _ read: (JSONFields) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element]? {
    let found = try array(name) { (elements) throws(JSONFault) in try read(try elements.object()) }
    guard let found, found.count > limit else { return found }
    throw JSONFault(
      .outOfRange, path: path(to: name), "expected at most \(limit), got \(found.count)")
  }

  func words<Word: RawRepresentable & CaseIterable>(
    _ name: String, of list: Word.Type
  ) throws(JSONFault) -> [Word]? where Word.RawValue == String {
    try array(name) { (elements) throws(JSONFault) in try elements.word(of: list) }
  }

  /// Texts that people write, each of at most so many characters; none where it is absent.
  func texts(
    _ name: String, atMost limit: Int, count: Int
  ) throws(JSONFault) -> [String] {
    let lines = try array(name) { (elements) throws(JSONFault) in
      try elements.text(atMost: limit)
    }
    guard let lines, lines.count > count else { return lines ?? [] }
    throw JSONFault(
      .outOfRange, path: path(to: name), "expected at most \(count) lines, got \(lines.count)")
  }
}

/// The members of a form that few messages have.
extension JSONFields {
  /// A number from some least one on.
  func number(_ name: String, from least: Int, of unit: String) throws(JSONFault) -> Double? {
    guard let number = try number(name) else { return nil }
    guard number >= Double(least) else {
      throw JSONFault(
        .outOfRange, path: path(to: name), "expected \(unit) from \(least) on, got \(number)")
    }
    return number
  }

  func multiplier(_ name: String) throws(JSONFault) -> Multiplier? {
    guard let text = try storedText(name) else { return nil }
    do throws(MoneyError) {
      return try Multiplier(decimal: text)
    } catch {
      throw JSONFault(
        .outOfRange, path: path(to: name),
        "expected a multiplier such as 1.50, got \(quoted(text)): \(error)")
    }
  }

  /// Texts by their names, as Livery has written them; none where the member is absent.
  func texts(_ name: String) throws(JSONFault) -> [String: String] {
    guard let object = try object(name) else { return [:] }
    var texts: [String: String] = [:]
    for name in object.names { texts[name] = try object.requiredStoredText(name) }
    return texts
  }

  /// A whole number from 0 on.
  func sequence(_ name: String) throws(JSONFault) -> Int64 {
    let sequence = try require(name, try integer(name))
    guard sequence >= 0 else {
      throw JSONFault(
        .outOfRange, path: path(to: name), "expected at least 0, got \(sequence)")
    }
    return sequence
  }

  /// The keys of 1 to 16 products.
  func products(_ name: String) throws(JSONFault) -> [ProductKey]? {
    let keys = try array(name) { (elements) throws(JSONFault) in
      ProductKey(try elements.identifier())
    }
    guard let keys, !(1...16 ~= keys.count) else { return keys }
    throw JSONFault(
      .outOfRange, path: path(to: name), "expected 1 to 16 products, got \(keys.count)")
  }

  /// The correlation id of an observer: stores keep no NUL, so no observer has one.
  func correlationIdentifier(_ name: String) throws(JSONFault) -> String? {
    let text = try string(name, atMost: ShortString.limit)
    guard let text, text.utf8.contains(0) else { return text }
    throw JSONFault(.outOfRange, path: path(to: name), "expected no NUL, got one")
  }
}

/// The same kinds of text as elements of an array.
extension JSONElements {
  mutating func identifier() throws(JSONFault) -> String {
    let index = index
    return try string(atMost: TextLimit.identifier).identifier(path: path(of: index))
  }

  mutating func text(atMost limit: Int) throws(JSONFault) -> String {
    let index = index
    return try string(atMost: limit * CharacterLimit.bytesEach)
      .lines(atMost: limit, path: path(of: index))
  }

  mutating func word<Word: RawRepresentable & CaseIterable>(
    of list: Word.Type
  ) throws(JSONFault) -> Word where Word.RawValue == String {
    let index = index
    return try string(atMost: Int.max).word(of: list, path: path(of: index))
  }
}

/// The members that many messages share.
extension JSONFields {
  func rider() throws(JSONFault) -> RiderIdentifier {
    RiderIdentifier(try requiredIdentifier("riderIdentifier"))
  }

  func ride() throws(JSONFault) -> RideIdentifier {
    RideIdentifier(try requiredIdentifier("rideIdentifier"))
  }

  func vehicle() throws(JSONFault) -> VehicleIdentifier {
    VehicleIdentifier(try requiredIdentifier("vehicleIdentifier"))
  }
}
