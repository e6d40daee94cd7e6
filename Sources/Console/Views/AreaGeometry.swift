import JSON
import Rides
import Tool

/// The areas of a catalogue with their zones, as the map draws them.
struct AreaGeometry {
  let catalogue: Catalogue
  /// The template of the operator's own tiles, and what has to be said of them; nil for none.
  var tiles: String?
  var attribution: String?

  /// What a zone of the map is for.
  private enum Kind: String {
    /// It has a name.
    case zone
    /// No vehicle gets there.
    case restricted
    /// A fixed fare begins or ends there.
    case fare
    /// A charge is paid there.
    case charge
  }

  /// The whole document.
  var json: [UInt8] {
    JSONWriter.object { writer in
      for (name, text) in [("tiles", tiles), ("attribution", attribution)] {
        writer.key(dynamic: name)
        if let text { writer.string(text) } else { writer.null() }
      }
      writer.key("areas")
      writer.objects(catalogue.serviceAreas, Self.write)
    }
  }

  private static func write(_ area: ServiceArea, into writer: inout JSONWriter) {
    writer.texts([("key", area.key)])
    writer.key("boundary")
    write(area.boundary, into: &writer)
    writer.key("zones")
    writer.objects(zones(of: area)) { zone, writer in
      writer.texts([("key", zone.key), ("kind", zone.kind.rawValue)])
      writer.key("geometry")
      write(zone.region, into: &writer)
    }
  }

  private static func zones(of area: ServiceArea) -> [(key: String, kind: Kind, region: Region)] {
    let named = area.zones.sorted { $0.key < $1.key }.map { ($0.key, Kind.zone, $0.value) }
    let restricted = area.rules.restrictedZones.flatMap { rule in
      rule.zones.map { (rule.reason ?? "restricted", Kind.restricted, $0) }
    }
    let fares = area.rules.fixedFares.flatMap { fare in
      fare.conditions.occasion.regions.map { (fare.key, Kind.fare, $0) }
    }
    let charges = area.charges.flatMap { charge in
      charge.conditions.occasion.regions.map { (charge.key, Kind.charge, $0) }
    }
    return named + restricted + fares + charges
  }

  /// A region as a geometry of GeoJSON (RFC 7946, 3.1.7), whose rings are closed.
  static func write(_ region: Region, into writer: inout JSONWriter) {
    writer.object {
      $0.texts([("type", "MultiPolygon")])
      $0.key("coordinates")
      $0.array(region.polygons) { polygon, writer in
        writer.array([polygon.outer] + polygon.holes) { ring, writer in
          writer.array(ring + ring.prefix(1)) { point, writer in
            writer.array([point.longitude, point.latitude]) { $1.double($0) }
          }
        }
      }
    }
  }
}

extension FareCharge.Occasion {
  /// Where it holds; none for everywhere.
  fileprivate var regions: [Region] {
    switch self {
    case .anywhere: []
    case .place(_, let regions): regions
    case .way(let origins, let destinations, _): origins + destinations
    }
  }
}
