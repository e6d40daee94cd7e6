import RideStore
import Rides
import Testing

@Suite("Every store keeps dead letters")
struct ConformanceDeadLetters {
  @Test("A letter reads back as stored", arguments: StoreKind.allCases)
  func whole(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var whole = letter("a")
    whole.body = [0, 1, 0xff, 0, 0x27]
    whole.fault.message = awkwardTexts[1]
    (whole.replacedBy, whole.replaces) = (letter("b").identifier, letter("c").identifier)
    whole.redrivenAt = noon
    let bare = DeadLetterRecord(
      identifier: DeadLetterIdentifier("bare"), queue: "q",
      fault: .init(reason: "r", message: "", path: nil, failedAt: noon, worker: nil), type: nil,
      exchange: nil, messageIdentifier: nil, correlationIdentifier: nil, subject: .init(),
      storedAt: noon, properties: Array("{}".utf8), body: [])
    try store.writing { () throws(StoreError) in try store.insert([whole, bare]) }
    let found = try store.deadLetters([whole.identifier, bare.identifier, letter("x").identifier])
    #expect(found == [whole.identifier: whole, bare.identifier: bare])
  }

  @Test("A letter that exists is a conflict, and keeps what it says", arguments: StoreKind.allCases)
  func duplicate(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(letter("a"))
    var other = letter("a")
    other.state = .redriven
    #expect(storeError { try store.insertAndCommit(letter("b"), other) } == .conflict)
    #expect(try store.deadLetters(matching: DeadLetterFilter(limit: 9)) == [letter("a")])
  }

  @Test("A letter that has changed meanwhile is not replaced", arguments: StoreKind.allCases)
  func update(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(letter("a"), letter("b"))
    var sent = letter("a")
    (sent.state, sent.redrives, sent.redrivenAt) = (.sent, 1, noon)
    let update = DeadLetterUpdate(sent)
    try store.writing { () throws(StoreError) in try store.update([update]) }
    #expect(try store.deadLetters([sent.identifier])[sent.identifier] == update.record)
    #expect(update.record.revision == 2)
    let late = storeError {
      try store.writing { () throws(StoreError) in
        try store.update([DeadLetterUpdate(letter("b")), DeadLetterUpdate(letter("a"))])
      }
    }
    #expect(late == .conflict)
    #expect(try store.deadLetters([letter("b").identifier]).values.first == letter("b"))
  }

  @Test("Deleting says how many letters there were", arguments: StoreKind.allCases)
  func delete(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(letter("a"), letter("b"), letter("c"))
    let deleted = try store.writing { () throws(StoreError) in
      try store.delete(["a", "c", "absent"].map { DeadLetterIdentifier($0) })
    }
    #expect(deleted == 2)
    #expect(try store.deadLetters(matching: DeadLetterFilter(limit: 9)) == [letter("b")])
  }

  @Test("The oldest letters are pruned in portions, in any state", arguments: StoreKind.allCases)
  func prune(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let day = 86_400
    for (name, age) in [("a", 32), ("b", 31), ("c", 30), ("d", 0)] {
      var old = letter(name)
      old.state = name == "a" ? .dead : .redriven
      old.storedAt = noon.advanced(bySeconds: longAgo - age * day)
      try store.insertAndCommit(old)
    }
    let now = noon.advanced(bySeconds: longAgo)
    for (limit, left) in [(1, "bcd"), (0, "bcd"), (9, "cd"), (9, "cd")] {
      _ = try store.writing { () throws(StoreError) in
        try store.pruneDeadLetters(olderThanDays: 30, at: now, limit: limit)
      }
      let found = try store.deadLetters(matching: DeadLetterFilter(limit: 9))
      #expect(found.map(\.identifier.rawValue).joined() == left)
    }
  }

  @Test("A text with U+0000 is refused", arguments: StoreKind.allCases)
  func textWithNUL(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var broken = letter("a")
    broken.fault.message = "no\0"
    #expect(storeError { try store.insertAndCommit(broken) } == .failed)
  }

  @Test("Sizes are those of the letters of an exchange and a queue", arguments: StoreKind.allCases)
  func sizes(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    #expect(try store.deadLetterSizes().isEmpty)
    var (large, bare) = (letter("large"), letter("bare"))
    large.body = Array(repeating: 0, count: 70_000)
    large.properties = Array("{\"type\":\"ü\"}".utf8)
    bare.exchange = nil
    try store.insertAndCommit(letter("a"), large, bare)
    let together = DeadLetterSize(
      exchange: bare.exchange, queue: bare.queue, count: 1,
      messageBytes: bare.properties.count + bare.body.count)
    let named = [letter("a"), large].map { $0.properties.count + $0.body.count }
    let riders = DeadLetterSize(
      exchange: large.exchange, queue: large.queue, count: 2, messageBytes: named.reduce(0, +))
    #expect(Set(try store.deadLetterSizes()) == [together, riders])
  }

  @Test("A deletion that is rolled back has not happened", arguments: StoreKind.allCases)
  func rollBack(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.insertAndCommit(letter("a"))
    try store.begin(.write)
    #expect(try store.deadLetters([letter("a").identifier]).count == 1)
    _ = try store.delete([letter("a").identifier])
    #expect(try store.deadLetters([letter("a").identifier]).isEmpty)
    store.rollBack()
    #expect(try store.deadLetters([letter("a").identifier]).count == 1)
  }
}

extension RideStore {
  func insertAndCommit(_ letters: DeadLetterRecord...) throws {
    try transaction(.write) { () throws(StoreError) in try insert(letters) }
  }
}

/// A dead letter of a booking, failed so many seconds after noon.
func letter(_ identifier: String, failed seconds: Int = 0) -> DeadLetterRecord {
  DeadLetterRecord(
    identifier: DeadLetterIdentifier(identifier), queue: "livery.request-ride.dead-letters",
    fault: .init(
      reason: "contested", message: "others were first", path: "partySize",
      failedAt: noon.advanced(bySeconds: seconds), worker: "request-ride-worker"),
    type: "request-ride.handle", exchange: "livery.requests.riders", messageIdentifier: "m-1",
    correlationIdentifier: "c-1",
    subject: .init(
      rider: RiderIdentifier("rider-42"), ride: RideIdentifier("ride-1"),
      vehicle: VehicleIdentifier("veh-1")),
    storedAt: noon, properties: Array(#"{"type":"request-ride.handle"}"#.utf8),
    body: Array("{}".utf8))
}
