extension Array {
  /// The rows by their key; of two with an equal key the later one stays.
  func keyed<Key: Hashable>(by key: (Element) -> Key) -> [Key: Element] {
    var result = [Key: Element](minimumCapacity: count)
    for element in self { result[key(element)] = element }
    return result
  }
}
