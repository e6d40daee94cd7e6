import JSON
import Rides

/// By how much rides came or ended at another time than was promised, in seconds (rule S7).
struct EstimateErrors {
  private var rides = 0
  private var pickup = Spread()
  private var dropOff = Spread()

  init(of found: [ListedRide]) {
    for ride in found {
      rides += 1
      if let error = ride.errors.pickup { pickup.add(error) }
      if let error = ride.errors.dropOff { dropOff.add(error) }
    }
  }

  /// A table for a person.
  var lines: [String] {
    ["rides    \(rides)", "promised against real:      used  median error  median bias  quartiles"]
      + spreads.map { name, spread in
        "  \(name.leftAligned(in: 23))" + "\(spread.count)".rightAligned(in: 7)
          + "\(seconds(spread.medianAbsoluteError)) s".rightAligned(in: 14)
          + "\(signed(spread.medianBias)) s".rightAligned(in: 13)
          + "  \(signed(spread.lowerQuartile)) s to \(signed(spread.upperQuartile)) s"
      }
  }

  /// The same as one JSON object.
  var json: [UInt8] {
    JSONWriter.object { writer in
      writer.member("rides", rides)
      for (name, spread) in spreads {
        writer.key(dynamic: name == "pickup" ? name : "dropOff")
        writer.beginObject()
        writer.member("used", spread.count)
        writer.member("medianError", seconds(spread.medianAbsoluteError))
        writer.member("medianBias", seconds(spread.medianBias))
        writer.member("lowerQuartile", seconds(spread.lowerQuartile))
        writer.member("upperQuartile", seconds(spread.upperQuartile))
        writer.endObject()
      }
    }
  }

  private var spreads: [(String, Spread)] { [("pickup", pickup), ("drop-off", dropOff)] }

  private func seconds(_ value: Double) -> Int { Int(value.rounded()) }

  private func signed(_ value: Double) -> String { (value < 0 ? "" : "+") + "\(seconds(value))" }
}
