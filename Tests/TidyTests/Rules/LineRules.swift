/// Lines fit beside each other on a screen, and hold nothing that cannot be seen.
enum LineRules {
  static let longestLine = 100

  static func check(_ file: SourceFile) -> [Finding] {
    file.lines.enumerated().flatMap { index, line in
      var findings: [Finding] = []
      if line.count > longestLine {
        findings.append(
          file.finding(index, "expected \(longestLine) columns at most, got \(line.count)"))
      }
      if line.contains("\t") { findings.append(file.finding(index, "a tab")) }
      if line.last?.isWhitespace == true {
        findings.append(file.finding(index, "white space at the end of the line"))
      }
      return findings
    }
  }
}
