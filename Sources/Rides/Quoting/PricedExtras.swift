/// The extras of a product with their texts in every locale.
final class PricedExtras: Sendable {
  /// As a list offers them, by the number of the locale.
  let offered: [[OfferedExtra]]
  /// The price of each, as a quote promises it.
  let prices: [QuoteClaims.ExtraPrice]
  private let all: [Extra]

  init(of product: Product, among extras: [Extra], locales: LocaleTable) {
    let all = product.extras.map { keys in extras.filter { keys.contains($0.key) } } ?? extras
    let names = all.map { locales.texts($0.names, otherwise: $0.key.rawValue) }
    offered = locales.locales.indices.map { locale in
      all.indices.map { index in
        OfferedExtra(
          identifier: all[index].key, name: names[index][locale], price: all[index].price,
          atMost: all[index].atMost)
      }
    }
    prices = all.map {
      QuoteClaims.ExtraPrice(identifier: $0.key, minorUnits: $0.price.minorUnits)
    }
    self.all = all
  }
}
