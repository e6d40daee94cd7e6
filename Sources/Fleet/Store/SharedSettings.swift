import RideStore
import Rides

/// Compares the settings that all workers of a store must share.
///
/// The mark of a setting in the store is a lease, held not by a worker but by the value: all
/// workers with that value renew it, and one with another value cannot acquire it. So the value of
/// the workers that were there first counts, until the lease expires after the last of them has
/// ended or changed.
package struct SharedSettings {
  /// For how long a mark outlasts its workers; they renew it after a third of that.
  static let markSeconds = 60

  /// The value of a setting, and its mark in the store.
  private struct Mark {
    let value: String
    var lease: TaskLease

    init(of setting: SharedSetting, _ value: String) {
      self.value = value
      lease = TaskLease(
        "shared \(setting)", holder: value, seconds: SharedSettings.markSeconds)
    }
  }

  private let values: () -> [SharedSetting: String]
  private let log: Log
  private var marks: [SharedSetting: Mark] = [:]
  /// Whether other workers have another value; a setting that was never compared is absent.
  private(set) var differs: [SharedSetting: Bool] = [:]

  /// `values` are those of this worker now.
  package init(log: Log, values: @escaping () -> [SharedSetting: String]) {
    self.values = values
    self.log = log
  }

  /// Compares the settings that are due.
  ///
  /// A failure keeps no worker from its work; `figures_failed` reports a table of leases that
  /// cannot be used.
  mutating func compare(in store: any RideStore, at now: Instant) {
    for (setting, value) in values().sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var mark = marks[setting] ?? Mark(of: setting, value)
      if mark.value != value { mark = Mark(of: setting, value) }
      if let isShared = try? mark.lease.isHeld(in: store, at: now) {
        record(setting, value, differs: !isShared)
      }
      marks[setting] = mark
    }
  }

  private mutating func record(_ setting: SharedSetting, _ value: String, differs: Bool) {
    let fields: KeyValuePairs<LogKey, LogValue> = [
      .setting: .string(setting.rawValue), .value: .string(value),
    ]
    switch (self.differs[setting] ?? false, differs) {
    case (false, true): log.warning(.settingDiffers, fields)
    case (true, false): log.info(.settingShared, fields)
    case (true, true), (false, false): break
    }
    self.differs[setting] = differs
  }
}
