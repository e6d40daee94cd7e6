/// The vehicles on duty as one reader of a store knows them, kept from one reading to the next.
///
/// Most vehicles are the same in each reading, so a store that can reads only what has changed, and
/// what has not keeps its texts: a snapshot of many vehicles then costs little more memory than the
/// one before it, which is still in use.
package struct VehicleRoster: Sendable {
  /// What a reading has of one vehicle.
  package enum Change: Sendable {
    case onDuty(Supply.Entry, reportedAt: Instant)
    /// It is off duty, or has not reported where it is.
    case away(VehicleIdentifier)

    var vehicle: VehicleIdentifier {
      switch self {
      case .onDuty(let entry, _): entry.vehicle
      case .away(let vehicle): vehicle
      }
    }
  }

  /// Up to where a store has been read; what the numbers mean is known to the store alone.
  package struct Mark: Hashable, Sendable {
    /// Another one for each connection: a position means nothing on another.
    package let source: UInt64
    package let position: Int64

    package init(source: UInt64, position: Int64) {
      self.source = source
      self.position = position
    }
  }

  /// After so many seconds all is read again, in case somebody has removed rows by hand.
  static let wholeSeconds = 60.0
  /// The most lists that are handed on to the next reading of all.
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
  /// Another number after each reading with anything new.
  package private(set) var version = 0

  package init() {}

  /// The mark from which on changes suffice for a reading with this bound; nil when all has to be
  /// read.
  ///
  /// That is so at first, now and then, and when the clock has been set back: vehicles that were
  /// too old before may not be any more.
  package func mark(for bound: Instant, of source: UInt64) -> Mark? {
    guard let mark, mark.source == source, let bounds, bound >= bounds.last,
      bounds.whole.seconds(to: bound) < Self.wholeSeconds
    else { return nil }
    return mark
  }

  /// Applies what has changed since the last reading, in any order; a change may be repeated.
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

  /// Begins a reading of all vehicles; what is read is added to the returned value.
  package func startOver() -> Whole { Whole(old: self) }

  /// The entry of a change, with the texts of the one before it; nil for a vehicle that is
  /// away or has been silent for too long.
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

  /// Adds a vehicle that is known already, unless it has been silent for too long; gives back
  /// whether it was added.
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

  /// A reading of all vehicles on its way.
  package struct Whole: Sendable {
    private let old: VehicleRoster
    private var new = VehicleRoster()
    /// The place among the old entries up to which they come before what has been added.
    private var place = 0

    init(old: VehicleRoster) {
      self.old = old
      new.reserve(old.entries.count)
      // Lists that no vehicle sells any more are not kept.
      if old.lists.count < VehicleRoster.listLimit { new.lists = old.lists }
    }

    /// Adds a vehicle on duty; they come ascending by identifier.
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
