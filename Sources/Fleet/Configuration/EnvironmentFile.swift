/// The settings of one scope as a commented environment file, which systemd and shells read.
///
/// `EnvironmentFile=` of systemd.exec(5) and `set -a; . FILE` of sh(1) take the same lines as long
/// as no value has a space or a quote; no default has one, and a test holds that.
package enum EnvironmentFile {
  /// The file's text: for each setting what it is, its values, and its default behind a `#`.
  package static func text(of scope: Setting.Scope) -> String {
    let settings = Setting.all.filter { $0.scope == scope }
    return (head(of: scope) + settings.map(paragraph)).joined(separator: "\n\n") + "\n"
  }

  private static func head(of scope: Setting.Scope) -> [String] {
    switch scope {
    case .fleet: ["# Settings that all workers of a fleet share. Remove the # of a line to set it."]
    case .worker: ["# Settings that each worker has of its own. Remove the # of a line to set it."]
    case .tool: ["# Settings of the tool alone. Remove the # of a line to set it."]
    }
  }

  private static func paragraph(of setting: Setting) -> String {
    let name = setting.name.rawValue
    var lines = ["\(plain(setting.summary)).", "Values: \(setting.range)."]
    lines.append(
      "Default: \(setting.shownDefault ?? "none"). A change counts \(setting.renewal.rawValue).")
    if setting.isSecret {
      lines.append("\(name)_FILE may name a file that holds the value instead.")
    }
    return (lines.map { "# \($0)" } + ["#\(name)=\(setting.defaultText ?? "")"])
      .joined(separator: "\n")
  }

  /// A summary without the marks of Markdown.
  private static func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
}
