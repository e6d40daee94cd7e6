import Fleet
import Glibc

/// What processes have used by now, as proc(5) tells.
struct ProcessUsage: Hashable, Sendable {
  /// User and system time since their start.
  var cpuMicroseconds: Double
  var residentBytes: Int

  /// The sum over some processes; nil when one of them cannot be looked at.
  static func of(_ pids: [Int]) -> ProcessUsage? {
    var sum = ProcessUsage(cpuMicroseconds: 0, residentBytes: 0)
    for pid in pids {
      guard let stat = text("/proc/\(pid)/stat"), let statm = text("/proc/\(pid)/statm"),
        let ticks = ticks(inStat: stat), let pages = pages(inStatm: statm)
      else { return nil }
      sum.cpuMicroseconds += Double(ticks) * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
      sum.residentBytes += pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    return sum
  }

  /// The clock ticks of user and system time: fields 14 and 15, after a name that may hold blanks.
  static func ticks(inStat stat: String) -> Int? {
    guard let nameEnd = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[nameEnd...].split(separator: " ")
    // Field 2 is the first of these.
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else {
      return nil
    }
    return user + system
  }

  /// The resident pages: field 2.
  static func pages(inStatm statm: String) -> Int? {
    let fields = statm.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]) : nil
  }

  private static func text(_ path: String) -> String? {
    SystemEnvironment.readFile(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
