import Messages
import Rides
import Synchronization

/// Quotes and bookings of a process by product; the lanes count, the scrape reads.
///
/// The first 50 products of the catalogue have a number each, so that a large catalogue does not
/// become thousands of series.
final class ProductMeter: MetricSource {
  /// The most products that are counted by their key.
  static let limit = 50
  static let codes = ResponseCode.allCases
  /// The label of all other products.
  static let other = "other"

  /// The counters of one product.
  final class Row: Sendable {
    let quotes = Counter()
    let bookings = ProductMeter.codes.map { _ in Counter() }
  }

  private let rows = Mutex<[String: Row]>([ProductMeter.other: Row()])

  /// The counters of the products of a catalogue; read again when the catalogue changes, so that
  /// no message waits for another lane.
  func rows(of catalogue: Catalogue) -> [String: Row] {
    let keys = catalogue.serviceAreas.flatMap(\.products).map(\.key.rawValue)
    return rows.withLock { rows in
      for key in keys where rows[key] == nil && rows.count <= Self.limit { rows[key] = Row() }
      return rows
    }
  }

  /// Counts the options of a list.
  static func count(_ quotes: [ListedQuote], in rows: [String: Row]) {
    for quote in quotes { row(of: quote.productKey, in: rows)?.quotes.add() }
  }

  /// Counts a booking.
  static func count(_ product: ProductKey, _ code: ResponseCode, in rows: [String: Row]) {
    guard let column = codes.firstIndex(of: code) else { return }
    row(of: product, in: rows)?.bookings[column].add()
  }

  private static func row(of product: ProductKey, in rows: [String: Row]) -> Row? {
    rows[product.rawValue] ?? rows[other]
  }

  func addSamples(to samples: inout MetricSamples) {
    let rows = rows.withLock { $0 }.sorted { $0.key < $1.key }
    samples.set(.quotes, rows.map { MetricSample(Double($1.quotes.value), labels: [$0]) })
    let bookings = rows.flatMap { product, row in
      zip(Self.codes, row.bookings).filter { $1.value > 0 }.map { code, counter in
        MetricSample(Double(counter.value), labels: [product, code.rawValue])
      }
    }
    samples.set(.bookings, bookings)
  }
}
