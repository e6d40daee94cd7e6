/// The style of the page, which the page holds itself.
enum HTMLStyle {
  /// Light or dark as the reader's system is; a difference also has a sign, not color alone.
  static let common = """
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
    td.n{text-align:right;font-variant-numeric:tabular-nums}
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
