import Glibc
import Rides

/// The operating system's figures of the process (proc(5)), under the names that all exporters use.
struct ProcessSamples: MetricSource {
  /// When the worker began, in seconds since 1970.
  private let start = Double(WallClock.now().microseconds) / 1_000_000

  func addSamples(to samples: inout MetricSamples) {
    samples.set(.startTime, start)
    let fields = Self.fields(of: "/proc/self/stat")
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    // The numbers of proc(5), after the name, which may have spaces: state is the third.
    if fields.count > 21 {
      samples.set(.processCPU, (fields[11] + fields[12]) / ticks)
      samples.set(.threads, fields[17])
      samples.set(.virtualMemory, fields[20])
      samples.set(.residentMemory, fields[21] * Double(sysconf(Int32(_SC_PAGESIZE))))
    }
    if let open = Self.openFiles { samples.set(.openFiles, Double(open)) }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      samples.set(.mostFiles, Double(limit.rlim_cur))
    }
  }

  /// The numbers after the name of the process, 0 for the letter of its state.
  private static func fields(of path: String) -> [Double] {
    guard let text = text(of: path), let end = text.lastIndex(of: ")") else { return [] }
    return text[end...].dropFirst(2).split(separator: " ").map { Double($0) ?? 0 }
  }

  private static var openFiles: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without `.`, `..` and the folder itself.
    return count - 3
  }

  private static func text(of path: String) -> String? {
    SystemEnvironment.readFile(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
