import Fleet
import HTTP
import JSON
import RideStore
import Rides
import Tool

/// The requests that are answered by what is looked at for all viewers.
enum LiveRoutes {
  static let all = [
    Route("GET", "/api/overview", role: .reader, isActivity: false, answer: overview),
    Route("GET", "/api/live", role: .reader, isActivity: false, answer: live),
    Route("GET", "/api/fleet", role: .reader, isActivity: false, answer: fleet),
  ]

  /// How long a first look at the fleet is waited for.
  private static let patience = Duration.seconds(6)

  private static func overview(_ call: APICall) throws(APIError) -> APIAnswer {
    guard let document = call.console.live.overview(at: call.now, within: patience) else {
      throw APIError(.unavailable, "the fleet has not been looked at yet", retryAfterSeconds: 2)
    }
    return APIAnswer(.json(document))
  }

  private static func live(_ call: APICall) throws(APIError) -> APIAnswer {
    let (hub, user, now) = (call.console.live, call.user, call.now)
    guard hub.hasRoom(for: user) else {
      throw APIError(.throttled, "this session has enough streams", retryAfterSeconds: 10)
    }
    let wantsVehicles = call.request.text("vehicles") == "1"
    return APIAnswer(
      .events { stream in
        hub.join(stream, of: user, wantsVehicles: wantsVehicles, at: now)
      })
  }

  /// The workers as they were last seen, the settings, and the catalogue in force.
  private static func fleet(_ call: APICall) throws(APIError) -> APIAnswer {
    _ = call.console.live.overview(at: call.now, within: patience)
    let view = FleetView(
      workers: call.console.live.workers ?? [],
      settings: call.console.configuration.redactedDescription,
      catalogue: call.console.catalogue, digest: call.console.digest)
    return APIAnswer(.json(view.json))
  }
}

extension LiveHub {
  /// The threads that look at the fleet until the stop; `open` makes a session of the store.
  func threads(
    _ console: ConsoleContext, until stopSignal: StopSignal,
    open: @escaping @Sendable () throws(StoreError) -> any RideStore
  ) -> [@Sendable () -> Void] {
    let scraper = FleetScraper(self, console.configuration, clock: console.clock)
    let listener = EventListener(self, console.configuration, clock: console.clock)
    return [
      { [self] in
        var collector = StoreCollector(
          self, console.access, log: console.log, clock: console.clock, open: open)
        collector.run(until: stopSignal)
      }, { scraper.run(until: stopSignal) }, { listener.run(until: stopSignal) },
    ]
  }
}
