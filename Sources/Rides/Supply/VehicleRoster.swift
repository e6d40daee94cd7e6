/// The vehicles on duty as last read from a store, kept from one reading to the next.
///
/// Most vehicles are equal in each reading, so a store reads only changes if it can, and unchanged
/// vehicles share their texts: a snapshot of many vehicles then costs little more memory than the
/// previous one, which is still in use.
package struct VehicleRoster: Sendable {
  /// One vehicle of a reading.
  package enum Change: Sendable {
    case onDuty(Supply.Entry, reportedAt: Instant)
    /// It is off duty, or has not reported its position.
    case away(VehicleIdentifier)

    var vehicle: VehicleIdentifier {
      switch self {
      case .onDuty(let entry, _): entry.vehicle
      case .away(let vehicle): vehicle
      }
    }
  }

  /// The position up to which a store has been read; only the store knows the meaning of the
  /// numbers.
  package struct Mark: Hashable, Sendable {
    /// Different for each connection: a position is valid only on its own.
    package let source: UInt64
    package let position: Int64

    package init(source: UInt64, position: Int64) {
      self.source = source
      self.position = position
    }
  }

  /// The seconds after which everything is read again, in case an operator has deleted rows.
  static let wholeSeconds = 60.0
  /// The greatest number of lists that are reused by the next full reading.
  static let listLimit = 1_000

  /// The vehicles, ascending by identifier.
  package private(set) var entries: [Supply.Entry] = []
  /// When each of them has reported.
  private var reportedAt: [Instant] = []
  /// The earliest of these times.
  private var earliest = Instant(microseconds: .max)
  /// Each list of products once, however many vehicles sell it.
  private var lists: [[ProductKey]: [ProductKey]] = [:]
  private var mark: Mark?
  /// The bound of the last reading, and of the last one of all vehicles.
  private var bounds: (last: Instant, whole: Instant)?
  /// A number that changes with each reading that has changes.
  package private(set) var version = 0

  package init() {}

  /// The mark from which reading changes is enough with this bound; nil when everything must be
  /// read.
  ///
  /// Everything is read at first, from time to time, and after the clock was set back, when
  /// vehicles that were too old may be valid again.
  package func mark(for bound: Instant, of source: UInt64) -> Mark? {
    guard let mark, mark.source == source, let bounds, bound >= bounds.last,
      bounds.whole.seconds(to: bound) < Self.wholeSeconds
    else { return nil }
    return mark
  }

  /// Applies the changes since the last reading, in any order; changes may be repeated.
  ///
  /// Vehicles that have not reported after the bound are forgotten.
  package mutating func apply(
    _ changes: [Change], reportedAfter bound: Instant, mark: Mark?
  ) {
    self.mark = mark
    bounds = (bound, bounds?.whole ?? bound)
    if changes.isEmpty, earliest > bound { return }
    let sorted = changes.sorted { $0.vehicle < $1.vehicle }
    var next = VehicleRoster()
    next.reserve(entries.count + sorted.count)
    var isNew = false
    var place = 0
    for change in sorted {
      while place < entries.count, entries[place].vehicle < change.vehicle {
        isNew = !next.retain(entries[place], reportedAt[place], bound) || isNew
        place += 1
      }
      let known = place < entries.count && entries[place].vehicle == change.vehicle
      let old = known ? entries[place] : nil
      if known { place += 1 }
      let new = shared(change, old: old, after: bound)
      if let new { next.add(new.entry, new.reportedAt) }
      isNew = isNew || new?.entry != old
    }
    while place < entries.count {
      isNew = !next.retain(entries[place], reportedAt[place], bound) || isNew
      place += 1
    }
    reportedAt = next.reportedAt
    earliest = next.earliest
    guard isNew else { return }
    entries = next.entries
    version += 1
  }

  /// Begins a reading of all vehicles; the caller adds them to the returned value.
  package func startOver() -> Whole { Whole(old: self) }

  /// The entry of a change, with the shared texts of the previous one; nil for a vehicle that is
  /// off duty or has been silent for too long.
  private mutating func shared(
    _ change: Change, old: Supply.Entry?, after bound: Instant
  ) -> (entry: Supply.Entry, reportedAt: Instant)? {
    guard case .onDuty(var entry, let reportedAt) = change, reportedAt > bound else { return nil }
    share(&entry, old)
    return (entry, reportedAt)
  }

  private mutating func share(_ entry: inout Supply.Entry, _ old: Supply.Entry?) {
    if let old {
      entry.vehicle = old.vehicle
      if old.products == entry.products {
        entry.products = old.products
        return
      }
    }
    if let list = lists[entry.products] {
      entry.products = list
    } else {
      lists[entry.products] = entry.products
    }
  }

  private mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    reportedAt.reserveCapacity(count)
  }

  /// Adds a known vehicle, unless it has been silent for too long; returns whether it was added.
  private mutating func retain(_ entry: Supply.Entry, _ time: Instant, _ bound: Instant) -> Bool {
    guard time > bound else { return false }
    add(entry, time)
    return true
  }

  private mutating func add(_ entry: Supply.Entry, _ time: Instant) {
    entries.append(entry)
    reportedAt.append(time)
    earliest = min(earliest, time)
  }

  /// An unfinished reading of all vehicles.
  package struct Whole: Sendable {
    private let old: VehicleRoster
    private var new = VehicleRoster()
    /// The index of the first old entry that does not precede the added ones.
    private var place = 0

    init(old: VehicleRoster) {
      self.old = old
      new.reserve(old.entries.count)
      // Lists without vehicles are dropped.
      if old.lists.count < VehicleRoster.listLimit { new.lists = old.lists }
    }

    /// Adds a vehicle on duty; the caller adds vehicles ascending by identifier.
    package mutating func add(_ entry: Supply.Entry, reportedAt: Instant) {
      while place < old.entries.count, old.entries[place].vehicle < entry.vehicle { place += 1 }
      var entry = entry
      let isKnown = place < old.entries.count && old.entries[place].vehicle == entry.vehicle
      new.share(&entry, isKnown ? old.entries[place] : nil)
      new.add(entry, reportedAt)
    }

    /// The roster after the reading.
    package consuming func finish(reportedAfter bound: Instant, mark: Mark?) -> VehicleRoster {
      new.mark = mark
      new.bounds = (bound, bound)
      if new.entries == old.entries {
        // The same vehicles in the same memory.
        new.entries = old.entries
        new.version = old.version
      } else {
        new.version = old.version + 1
      }
      return new
    }
  }
}
