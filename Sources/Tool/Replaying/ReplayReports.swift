import Fleet
import Glibc
import Replay

/// Writes what a comparison has found: to standard output, and to the files that were asked for.
struct ReplayReports {
  private let report: ComparisonReport
  private let request: ReplayRequest
  private let output: Output

  init(_ report: ComparisonReport, _ request: ReplayRequest, _ output: Output) {
    self.report = report
    self.request = request
    self.output = output
  }

  func write() throws(ToolError) {
    for line in TextReport(report, isColored: output.isColored, width: width).lines {
      output.text(line + "\n")
    }
    if let path = request.comparison.html {
      try write(Array(HTMLReport(report, title: "Replay of \(request.path)").text.utf8), to: path)
    }
    if let path = request.comparison.junit {
      try write(Array(JUnitReport(report).text.utf8), to: path)
    }
    if let path = request.comparison.json { try write(JSONReport(report).text, to: path) }
  }

  private var width: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 120 }
    return Int(size.ws_col)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    guard let file = fopen(path, "we") else {
      throw ToolError(
        .outputLost, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else {
      throw ToolError(
        .outputLost, "\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
