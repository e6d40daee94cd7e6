import Rides

extension Node {
  var travelModel: TravelModel {
    let fields = fields(
      "circuity", "metresPerSecond", "metresPerSecondByHour", "fixedSeconds", "fastRoads")
    return TravelModel(
      circuity: fields("circuity").number, metresPerSecond: fields("metresPerSecond").number,
      metresPerSecondByHour: fields("metresPerSecondByHour").ifPresent?.array.map(\.number),
      fixedSeconds: fields("fixedSeconds").ifPresent?.number ?? 0,
      fastRoads: fields("fastRoads").ifPresent?.fastRoads)
  }

  private var fastRoads: TravelModel.FastRoads {
    let fields = fields("beyondMetres", "timesFaster")
    return TravelModel.FastRoads(
      beyondMetres: fields("beyondMetres").number, timesFaster: fields("timesFaster").number)
  }
}
