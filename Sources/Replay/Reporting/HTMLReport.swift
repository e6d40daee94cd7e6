import JSON

/// A report as one page, to look through in a browser.
///
/// The page holds all that it needs, and has no script: groups are chosen by radio buttons, and the
/// style shows the outputs of the one that is chosen. Its policy forbids scripts and requests.
package struct HTMLReport {
  private static let groupLimit = 200

  /// A name and what it stands for, such as the catalogue that was replayed.
  package typealias Fact = (name: String, text: String)

  private let report: ComparisonReport
  private let title: String
  private let facts: [Fact]

  /// - Parameter facts: What was compared, and when.
  package init(_ report: ComparisonReport, title: String, facts: [Fact] = []) {
    self.report = report
    self.title = title
    self.facts = facts
  }

  /// The page.
  package var text: String {
    HTMLPage.text(
      title: title, style: HTMLStyle.filters(of: shownGroups.count),
      class: report.isEqual ? "equals" : "differs",
      body: """
        <h1>\(Markup.escaped(report.headline))</h1>
        <p class="soft">\(Markup.escaped(title))</p>
        \(compared)
        \(counts)
        \(money)
        \(groups)
        \(samples)
        \(noise)
        \(rules)
        """)
  }

  private var shownGroups: ArraySlice<DifferenceGroup> { report.groups.prefix(Self.groupLimit) }

  private var compared: String {
    guard !facts.isEmpty else { return "" }
    let items = facts.map {
      "<dt>\(Markup.escaped($0.name))</dt><dd>\(Markup.escaped($0.text))</dd>"
    }
    return "<dl>\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private var money: String {
    guard let sentence = report.moneySentence else { return "" }
    let rows = report.money.accounts.map { account, change in
      "<tr><td>\(Markup.escaped(account.name))</td>"
        + "<td class=\"n\">\(Markup.escaped(change.signed))</td></tr>"
    }
    let accounts =
      rows.isEmpty
      ? ""
      : "\n"
        + table("<th scope=\"col\">account</th><th scope=\"col\" class=\"n\">change</th>", rows)
    return "<p>\(Markup.escaped(sentence))</p>" + accounts
  }

  private var counts: String {
    let heads = Verdict.allCases.map { "<th scope=\"col\" class=\"n\">\($0.words)</th>" }.joined()
    let rows = report.countsByKind.map { kind, counts in
      let cells = Verdict.allCases.map { "<td class=\"n\">\(NumberText.grouped(counts[$0]))</td>" }
      return "<tr><th scope=\"row\">\(kind.words)</th>\(cells.joined())</tr>"
    }
    return table("<th scope=\"col\">outputs</th>\(heads)", rows)
  }

  private var groups: String {
    guard !report.groups.isEmpty else { return "" }
    let all = """
      <tr><td><input type="radio" name="f" id="all" checked></td>\
      <td colspan="6"><label for="all">all groups</label></td></tr>
      """
    let rows = shownGroups.enumerated().map { row($0.element, $0.offset) }
    let heads = [
      ("show", ""), ("count", "n"), ("where", ""), ("least change", "n"), ("greatest change", "n"),
      ("examples", ""), ("class", ""),
    ].map { name, style in
      "<th scope=\"col\"\(style.isEmpty ? "" : " class=\"\(style)\"")>\(name)</th>"
    }.joined()
    let further = report.furtherGroups(than: Self.groupLimit)
    return "<h2>Differences by shape</h2>\n" + table(heads, [all] + rows)
      + (further.map { "\n<p class=\"soft\">\(Markup.escaped($0))</p>" } ?? "")
  }

  private func row(_ group: DifferenceGroup, _ place: Int) -> String {
    let text = GroupText(group)
    let type = group.shape.type
    return """
      <tr><td><input type="radio" name="f" id="f\(place)"></td>\
      <td class="n">\(text.count)</td>\
      <td><label for="f\(place)"><code>\(Markup.escaped(text.place))</code></label><br>\
      <small>\(Markup.escaped("\(type.kind.words) \(type.label)"))</small></td>\
      <td class="n">\(Markup.escaped(text.changes?.least ?? ""))</td>\
      <td class="n">\(Markup.escaped(text.changes?.greatest ?? ""))</td>\
      <td><code>\(Markup.escaped(text.examples))</code></td>\
      <td>\(group.shape.class.rawValue)</td></tr>
      """
  }

  private var samples: String {
    guard !report.samples.isEmpty else { return "" }
    var groupsOfSample: [Int: [Int]] = [:]
    for (place, group) in shownGroups.enumerated() {
      for sample in group.samples { groupsOfSample[sample, default: []].append(place) }
    }
    let articles = report.samples.enumerated().map { place, output in
      article(output, groups: groupsOfSample[place] ?? [])
    }
    let omission = report.omission.map { "\n<p class=\"soft\">\(Markup.escaped($0))</p>" } ?? ""
    return "<h2>Differences one by one</h2>\n" + articles.joined(separator: "\n") + omission
  }

  private func article(_ output: DifferingOutput, groups: [Int]) -> String {
    let names = groups.map { "g\($0)" }.joined(separator: " ")
    let further =
      output.furtherDifferences > 0
      ? "<p class=\"soft\">and \(NumberText.grouped(output.furtherDifferences)) further</p>" : ""
    return """
      <article class="\(names)"><h3>\(Markup.escaped(output.words))</h3>
      \(output.differences.map(lines).joined(separator: "\n"))\(further)</article>
      """
  }

  private func lines(of difference: Difference) -> String {
    let place = [difference.path, difference.element].compactMap(\.self).joined(separator: " ")
    let pair = ValuePair(difference)
    return [
      place.isEmpty ? "" : "<code>\(Markup.escaped(place))</code>",
      pair.expected.map { "<span class=\"was\">\(Markup.escaped($0))</span>" } ?? "",
      pair.actual.map { "<span class=\"now\">\(Markup.escaped($0))</span>" } ?? "",
    ].joined()
  }

  private var noise: String {
    guard !report.noise.isEmpty else { return "" }
    let items = report.noise.map { finding in
      let excess = finding.isExceeded ? " <strong>far more than that</strong>" : ""
      return "<li>\(Markup.escaped(finding.words))\(excess)</li>"
    }
    return "<h2>Noise: what also differs between two replays of one build</h2>\n<ul>\n"
      + items.joined(separator: "\n") + "\n</ul>"
  }

  private var rules: String {
    let rows = RuleText.all(of: report).map { rule in
      "<tr><td>\(Markup.escaped(rule.text))</td><td class=\"n\">\(rule.usesInWords)</td></tr>"
    }
    return "<h2>Rules by which values count as equal that are not the same</h2>\n"
      + table("<th scope=\"col\">rule</th><th scope=\"col\" class=\"n\">used</th>", rows)
  }

  private func table(_ heads: String, _ rows: [String]) -> String {
    "<table>\n<thead><tr>\(heads)</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n"
      + "</tbody>\n</table>"
  }
}

/// The frame of a page that holds all that it needs, and has no script.
package enum HTMLPage {
  /// The page; `style` comes after the style of all pages.
  package static func text(
    title: String, style: String, class name: String? = nil, body: String
  ) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Markup.escaped(title))</title>
    <style>
    \(HTMLStyle.common)
    \(style)
    </style>
    </head>
    <body\(name.map { " class=\"\($0)\"" } ?? "")>
    \(body)
    </body>
    </html>

    """
  }
}

/// The style of the page, which the page holds itself.
package enum HTMLStyle {
  /// Light or dark as the reader's system is; a difference also has a sign, not color alone.
  package static let common = """
    :root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--soft:#666;--line:#ddd;\
    --was:#a40e26;--now:#116329;--wash:#f5f5f5}
    @media(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#16181c;--soft:#9aa0a6;\
    --line:#3a3d42;--was:#ff8f8f;--now:#7ee08a;--wash:#202328}}
    body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);\
    max-width:75rem;margin:0 auto;padding:1rem}
    h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;\
    border-bottom:1px solid var(--line)}
    td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.6rem 0}
    dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
    code,.was,.now{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
    .was{color:var(--was)}.was::before{content:"\\2212 "}
    .now{color:var(--now)}.now::before{content:"+ "}
    .was,.now{display:block;white-space:pre-wrap}
    small,.soft{color:var(--soft)}
    article{border:1px solid var(--line);border-radius:.4rem;margin:.6rem 0;padding:.5rem .8rem}
    article h3{font-size:1rem;margin:0 0 .3rem}
    .differs h1{color:var(--was)}.equals h1{color:var(--now)}
    tr:has(input:checked){background:var(--wash)}
    """

  /// Hides the differing outputs that do not show the chosen group.
  static func filters(of count: Int) -> String {
    (0..<count).map { "body:has(#f\($0):checked) article:not(.g\($0)){display:none}" }
      .joined(separator: "\n")
  }
}

/// Texts from outside as parts of HTML and XML.
package enum Markup {
  /// The text with all signs escaped that mean something in markup, within quotes too.
  ///
  /// Unprintable characters become their JSON escapes: XML 1.0 forbids most of them, and a browser
  /// obeys those that set the direction of writing.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in PrintableText.of(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
