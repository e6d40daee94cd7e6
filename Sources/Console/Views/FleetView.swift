import JSON
import Rides
import Tool

/// The page of the fleet: its workers, its settings without secrets, and its catalogue.
struct FleetView {
  let workers: [WorkerStatus]
  /// Lines `NAME=value`.
  let settings: [String]
  let catalogue: Catalogue
  let digest: String

  /// The whole page.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.key("workers")
      writer.array(workers) { $1.raw(StatusTable.json($0)) }
      writer.key("settings")
      writer.objects(settings) { line, writer in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        writer.texts([
          ("name", String(parts[0])), ("value", parts.count > 1 ? String(parts[1]) : ""),
        ])
      }
      writer.key("catalogue")
      writer.object { writeCatalogue(into: &$0) }
    }
  }

  private func writeCatalogue(into writer: inout JSONWriter) {
    writer.texts([("digest", digest), ("defaultLocale", catalogue.defaultLocale)])
    writer.key("areas")
    writer.objects(catalogue.serviceAreas) { area, writer in
      writer.texts([
        ("key", area.key), ("currencyCode", area.currency.code), ("timeZone", area.timeZone.name),
      ])
      writer.key("products")
      writer.objects(area.products) { product, writer in
        writer.texts([
          ("key", product.key.rawValue), ("name", product.names[catalogue.defaultLocale]),
        ])
      }
    }
  }
}
