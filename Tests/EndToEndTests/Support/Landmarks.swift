/// A small sample of trips: places in and around Chicago, each with every other.
enum Landmarks {
  /// Places within the service area.
  static let served = [
    (name: "Art Institute", latitude: 41.8796, longitude: -87.6237),
    (name: "Union Station", latitude: 41.8787, longitude: -87.6403),
    (name: "Wrigley Field", latitude: 41.9484, longitude: -87.6553),
    (name: "Museum of Science and Industry", latitude: 41.7906, longitude: -87.5831),
    (name: "O'Hare Terminal 2", latitude: 41.9770, longitude: -87.9041),
    (name: "Midway", latitude: 41.7868, longitude: -87.7522),
    (name: "Garfield Park", latitude: 41.8864, longitude: -87.7170),
  ]

  /// Places beyond it.
  static let beyond = [
    (name: "Milwaukee", latitude: 43.0389, longitude: -87.9065),
    (name: "Gary", latitude: 41.5934, longitude: -87.3464),
    (name: "Trafalgar Square", latitude: 51.5080, longitude: -0.1281),
    (name: "Null Island", latitude: 0, longitude: 0),
  ]

  /// A place in JSON.
  static func body(_ place: (name: String, latitude: Double, longitude: Double)) -> String {
    #"{"latitude":\#(place.latitude),"longitude":\#(place.longitude),"name":"\#(place.name)"}"#
  }
}
