import Glibc
import JSON

/// The command line of a worker; all settings come from the environment.
enum WorkerCommand: Equatable {
  case run
  case help
  case version
  case printConfiguration
  case wrong(String)

  init(_ arguments: [String]) {
    switch arguments {
    case []: self = .run
    case ["--help"], ["-h"]: self = .help
    case ["--version"]: self = .version
    case ["--print-config"]: self = .printConfiguration
    default: self = .wrong(arguments.joined(separator: " "))
    }
  }
}

/// The version of this build.
package enum Version {
  /// As releases are numbered.
  package static let number = "0.1.0"

  /// The version, and the commit that it was built from.
  package static func text(commit: String) -> String { "\(number) (\(commit))" }
}

/// Writes a line for a person: to standard output, or standard error for a mistake.
package func writeLine(_ line: String, onError: Bool = false) {
  writeLines(PrintableText.of(line), onError: onError)
}

/// Writes a text that has line feeds of its own.
package func writeLines(_ text: String, onError: Bool = false) {
  var rest = Array((text + "\n").utf8)[...]
  while !rest.isEmpty {
    let written = rest.withUnsafeBytes {
      Glibc.write(onError ? STDERR_FILENO : STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    guard written > 0 else { return }
    rest = rest.dropFirst(written)
  }
}
