import Messages
import RideStore
import Rides

/// The rows of a batch of arrived letters: new letters, and redriven letters that failed again.
struct LetterIntake {
  private let name: (_ content: [UInt8], _ copy: Int) -> DeadLetterIdentifier
  private let store: any RideStore
  /// The room that is left.
  private(set) var room: LetterRoom
  /// How many letters had no room, by sender.
  private(set) var dropped: [DeadLetterSender: Int] = [:]
  /// The letters as they are read, or will be written; nil for one that is not there.
  private var letters: [DeadLetterIdentifier: DeadLetterRecord] = [:]
  private var read: Set<DeadLetterIdentifier> = []
  private var inserted: [DeadLetterIdentifier] = []
  private var updated: [DeadLetterIdentifier] = []

  /// `name` makes the identifier of a content's copy, from 0.
  init(
    store: any RideStore, room: LetterRoom,
    name: @escaping (_ content: [UInt8], _ copy: Int) -> DeadLetterIdentifier
  ) {
    self.store = store
    self.room = room
    self.name = name
  }

  /// Stores all letters, within a transaction that writes.
  mutating func store(_ arrived: [ArrivedLetter]) throws(StoreError) {
    let contents = arrived.map(\.content)
    let redriven = arrived.compactMap(\.history.redrive?.letter).map { DeadLetterIdentifier($0) }
    try look(for: contents.map { name($0, 0) } + redriven)
    for (letter, content) in zip(arrived, contents) {
      if comesBack(letter) { continue }
      try insert(letter, content)
    }
    try store.insert(inserted.compactMap { letters[$0] })
    try store.update(updated.compactMap { letters[$0].map { DeadLetterUpdate($0) } })
  }

  private mutating func look(for identifiers: [DeadLetterIdentifier]) throws(StoreError) {
    let unread = Set(identifiers).subtracting(read)
    letters.merge(try store.deadLetters(unread.sorted())) { known, _ in known }
    read.formUnion(unread)
  }

  /// Records that a redriven letter has failed again; false if there is no such letter.
  private mutating func comesBack(_ arrived: ArrivedLetter) -> Bool {
    guard let redrive = arrived.history.redrive else { return false }
    let identifier = DeadLetterIdentifier(redrive.letter)
    guard var letter = letters[identifier], arrived.isSameMessage(as: letter) else { return false }
    // It was redriven once more since, and has that outcome.
    if redrive.count < letter.redrives { return true }
    // An edited message has taken its place, and one of the two is enough.
    if letter.state != .replaced { letter.state = .dead }
    // Its first failure keeps its place among the letters of its ride.
    let failedAt = letter.fault.failedAt
    letter.fault = arrived.record.fault
    letter.fault.failedAt = failedAt
    letter.redrives = redrive.count
    letter.storedAt = arrived.record.storedAt
    letters[identifier] = letter
    if !inserted.contains(identifier), !updated.contains(identifier) { updated.append(identifier) }
    return true
  }

  /// Adds a new letter next to those of the same content; a repeated delivery is already there.
  private mutating func insert(
    _ arrived: ArrivedLetter, _ content: [UInt8]
  ) throws(StoreError) {
    var record = arrived.record
    if let redrive = arrived.history.redrive, arrived.history.isByWorker {
      // Its row was discarded meanwhile; the tool that waits for it knows it by this name.
      record.identifier = DeadLetterIdentifier(redrive.letter)
      record.redrives = redrive.count
    } else {
      var copy = 0
      record.identifier = name(content, copy)
      while letters[record.identifier] != nil {
        if arrived.redelivered { return }
        copy += 1
        record.identifier = name(content, copy)
        try look(for: [record.identifier])
      }
    }
    guard room.take(for: record) else {
      dropped[record.sender, default: 0] += 1
      return
    }
    letters[record.identifier] = record
    inserted.append(record.identifier)
  }
}
