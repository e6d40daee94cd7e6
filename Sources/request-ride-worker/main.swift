// Books rides.

import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    name: "request-ride-worker", family: .requestRide, summary: "books rides"
  ) { tools, store in
    RequestRideHandler(tools: tools, store: store)
  })
