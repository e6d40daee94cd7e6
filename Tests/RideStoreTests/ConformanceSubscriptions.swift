import RideStore
import Rides
import Testing

@Suite("Every store keeps the leases of observers")
struct ConformanceSubscriptions {
  @Test("A subscription reads back as made", arguments: StoreKind.allCases)
  func roundTrip(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var full = subscription("a", "q1")
    full.sentAt = Instant(microseconds: 1_800_000_000_123_456)
    full.sentSequence = 7
    full.tracestate = "vendor=1"
    var bare = subscription("a", "q2")
    (bare.key.correlationID, bare.messageIdentifier, bare.traceparent) = ("", nil, nil)
    try store.subscribeAndCommit(full, bare, subscription("b", "q1"))
    let keys = [full, subscription("b", "q2"), bare, full].map(\.key)
    #expect(try store.subscriptions(keys) == [full.key: full, bare.key: bare])
  }

  @Test("The subscriptions of a ride are counted, and of no other", arguments: StoreKind.allCases)
  func count(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.subscribeAndCommit(
      subscription("a", "q1"), subscription("a", "q2"), subscription("A", "q1"))
    for (ride, count) in [("a", 2), ("A", 1), ("b", 0)] {
      #expect(try store.subscriptionCount(of: RideIdentifier(ride)) == count)
    }
  }

  @Test("Every text reads back byte for byte", arguments: StoreKind.allCases)
  func awkward(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    for text in awkwardTexts {
      var made = subscription(text, text)
      (made.key.correlationID, made.messageIdentifier, made.tracestate) = (text, text, text)
      made.riderIdentifier = RiderIdentifier(text)
      try store.subscribeAndCommit(made)
      #expect(try store.subscriptions([made.key]) == [made.key: made])
    }
  }

  @Test(
    "Starting again replaces the subscription; twice at once is a conflict",
    arguments: StoreKind.allCases)
  func replace(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    var again = subscription("a", "q", due: 15)
    again.sentAt = noon
    try store.subscribeAndCommit(again)
    again = subscription("a", "q", due: 30)
    again.messageIdentifier = "other"
    try store.subscribeAndCommit(again)
    #expect(try store.subscriptions([again.key]) == [again.key: again])
    let twice = subscription("b", "q")
    #expect(storeError { try store.subscribeAndCommit(twice, twice) } == .conflict)
    #expect(try store.subscriptions([twice.key]).isEmpty)
  }

  @Test(
    "Observers behind one queue are distinguished by their correlation ids, byte for byte",
    arguments: StoreKind.allCases)
  func correlations(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let all = ["", "c", "C", "\u{E9}", "e\u{301}", "c\u{1}"].map { correlation in
      var made = subscription("a", "q", due: 5)
      made.key.correlationID = correlation
      return made
    }
    try store.writing { () throws(StoreError) in try store.subscribe(all) }
    func found() throws -> [String] {
      try store.dueSubscriptions(at: noon.advanced(bySeconds: 5), limit: 9).map(\.key.correlationID)
    }
    #expect(
      try found().map { Array($0.utf8) }
        == all.map(\.key).sorted().map {
          Array($0.correlationID.utf8)
        })
    var update = sent("a", "q", due: 5)
    update.key = all[1].key
    #expect(try store.sendAndCommit([update]) == [all[1].key])
    #expect(try found().count == 5)
    try store.writing { () throws(StoreError) in try store.unsubscribe([all[2].key, all[0].key]) }
    #expect(
      Set(try store.subscriptions(all.map(\.key)).keys) == Set([1, 3, 4, 5].map { all[$0].key }))
    try store.writing { () throws(StoreError) in try store.unsubscribe(replyTo: ["q"]) }
    #expect(try store.subscriptions(all.map(\.key)).isEmpty)
  }

  @Test("Those due come, the most overdue first", arguments: StoreKind.allCases)
  func due(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.subscribeAndCommit(
      subscription("b", "q", due: 10), subscription("a", "q2", due: 10),
      subscription("a", "q1", due: 10), subscription("c", "q", due: 5),
      subscription("d", "q", due: 11))
    func found(limit: Int) throws -> [String] {
      try store.dueSubscriptions(at: noon.advanced(bySeconds: 10), limit: limit).map {
        "\($0.key.rideIdentifier) \($0.key.replyTo) \(Int(noon.seconds(to: $0.dueAt)))"
      }
    }
    #expect(try found(limit: 9) == ["c q 5", "a q1 10", "a q2 10", "b q 10"])
    #expect(try found(limit: 2) == ["c q 5", "a q1 10"])
    #expect(try found(limit: 0).isEmpty)
  }

  @Test(
    "An update is granted to the session that knows its due time", arguments: StoreKind.allCases)
  func update(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let (a, b) = (subscription("a", "q", due: 5), subscription("b", "q", due: 5))
    try store.subscribeAndCommit(a, b)
    let updates = [sent("b", "q", due: 4), sent("c", "q", due: 5), sent("a", "q", due: 5)]
    #expect(try store.sendAndCommit(updates) == [a.key])
    var moved = a
    (moved.sentAt, moved.sentSequence) = (noon.advanced(bySeconds: 6), 3)
    moved.dueAt = noon.advanced(bySeconds: 21)
    #expect(try store.subscriptions([a.key, b.key]) == [a.key: moved, b.key: b])
    #expect(try store.sendAndCommit(updates).isEmpty)
  }

  @Test(
    "Of several updates of one subscription the first that can be is granted",
    arguments: StoreKind.allCases)
  func updateTwice(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    try store.subscribeAndCommit(subscription("a", "q", due: 5))
    var updates = [sent("a", "q", due: 4), sent("a", "q", due: 5), sent("a", "q", due: 5)]
    for index in updates.indices { updates[index].sentSequence = index }
    // The same time again, so that the condition still holds after the grant.
    updates[1].dueAt = noon.advanced(bySeconds: 5)
    #expect(try store.sendAndCommit(updates) == [updates[1].key])
    #expect(try store.subscriptions([updates[1].key]).values.map(\.sentSequence) == [1])
  }

  @Test("Subscriptions end by their key, or with their queue", arguments: StoreKind.allCases)
  func end(kind: StoreKind) throws {
    let store = try kind.makeDatabase().session()
    let all = ["a q", "a p", "b q", "b p", "c r"].map { name in
      subscription(String(name.prefix(1)), String(name.suffix(1)))
    }
    try store.writing { () throws(StoreError) in try store.subscribe(all) }
    func left() throws -> [String] {
      try store.subscriptions(all.map(\.key)).keys.sorted().map {
        "\($0.rideIdentifier) \($0.replyTo)"
      }
    }
    try store.writing { () throws(StoreError) in
      try store.unsubscribe([all[1].key, subscription("z", "q").key, all[1].key])
    }
    #expect(try left() == ["a q", "b p", "b q", "c r"])
    try store.writing { () throws(StoreError) in
      try store.unsubscribe(replyTo: ["q", "nobody's", "q"])
    }
    #expect(try left() == ["b p", "c r"])
  }
}
