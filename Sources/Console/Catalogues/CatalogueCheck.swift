import JSON
import Rides
import Tool

/// What a catalogue that can be used would change.
struct CatalogueCheck {
  let catalogue: Catalogue
  /// The one that the console has.
  let inForce: Catalogue
  let digest: String
  let now: Instant
  let comparison: RideComparison

  /// The document of a catalogue that cannot be used.
  static func json(of mistakes: [CatalogueMistake]) -> [UInt8] {
    JSONWriter.object { write("mistakes", mistakes, into: &$0) }
  }

  /// The whole document.
  var json: [UInt8] {
    JSONWriter.object { writer in
      Self.write("mistakes", [], into: &writer)
      Self.write("warnings", catalogue.warnings(at: now), into: &writer)
      writer.texts([("digest", digest)])
      writer.key("changes")
      writer.objects(CatalogueChanges(from: inForce, to: catalogue).rows) {
        $1.texts([("place", $0.place), ("before", $0.before), ("after", $0.after)])
      }
      writer.key("map")
      writer.raw(AreaGeometry(catalogue: catalogue).json)
      writer.key("fares")
      writer.objects(fares) { fare, writer in
        writer.texts([
          ("area", fare.of.area), ("product", fare.of.product.rawValue), ("name", fare.of.name),
          ("occasion", fare.of.occasion),
        ])
        writer.member("kilometres", fare.of.kilometres)
        writer.member("before", fare.before)
        writer.member("after", fare.after)
      }
      writer.key("comparison")
      writer.object { comparison.write(into: &$0) }
    }
  }

  private static func write(
    _ name: StaticString, _ findings: [CatalogueMistake], into writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.objects(findings) { $1.texts([("path", $0.path), ("message", $0.message)]) }
  }

  /// The examples of both catalogues, those that are gone at the end.
  private var fares: [(of: ExampleFare, before: Money?, after: Money?)] {
    func key(_ fare: ExampleFare) -> [String] {
      [fare.area, fare.product.rawValue, fare.occasion, "\(fare.kilometres)"]
    }
    let (old, new) = (inForce.exampleFares(from: now), catalogue.exampleFares(from: now))
    let known = Dictionary(old.map { (key($0), $0.price) }) { first, _ in first }
    let kept = Set(new.map(key))
    return new.map { ($0, known[key($0)], $0.price) }
      + old.filter { !kept.contains(key($0)) }.map { ($0, $0.price, nil) }
  }
}
