import Replay
import Rides

/// A catalogue as one page: its areas as maps, its tariffs as tables, its fares as curves.
///
/// The page holds all that it needs, and has no script.
struct CataloguePage {
  let catalogue: Catalogue
  let title: String
  /// When the fares of the curves are asked for.
  let now: Instant

  /// The page.
  var text: String {
    HTMLPage.text(
      title: title, style: Self.style,
      body: """
        <h1>\(Markup.escaped(title))</h1>
        \(catalogue.serviceAreas.map(section).joined(separator: "\n"))
        """)
  }

  private func section(_ area: ServiceArea) -> String {
    let curves = FareCurves(of: area, in: catalogue, at: now)
    let summary = AreaSummary(area: area, locale: catalogue.defaultLocale)
    let products = area.products.map { product in
      """
      <h3>\(Markup.escaped(product.names[catalogue.defaultLocale] ?? product.key.rawValue))</h3>
      \(TariffTable(product, summary).html)
      \(curves.svg(product.key))
      """
    }
    let rules = summary.rules
    return """
      <h2>\(Markup.escaped(area.key)): \(area.currency.code)</h2>
      \(AreaMap(area).svg)
      \(products.joined(separator: "\n"))
      \(rules.isEmpty ? "" : "<h3>On top, and instead</h3>")
      \(rules.map { "<p>\(Markup.escaped($0))</p>" }.joined(separator: "\n"))
      """
  }

  private static let style = """
    h3{font-size:1rem;margin:1.5rem 0 .3rem}
    svg{display:block;max-width:100%;height:auto;margin:.6rem 0}
    svg text{font:11px system-ui,sans-serif;fill:var(--ink)}
    svg .axis{stroke:var(--line)}svg .curve{fill:none;stroke-width:1.5}
    svg .area{fill:var(--wash);stroke:var(--soft)}
    svg .zone{fill:var(--now);fill-opacity:.15;stroke:var(--now);stroke-width:.7}
    .c0{stroke:#1f6feb}.c1{stroke:#8250df;stroke-dasharray:6 3}
    .c2{stroke:#bf3989;stroke-dasharray:2 3}.c3{stroke:#bc4c00;stroke-dasharray:9 3 2 3}
    """
}
