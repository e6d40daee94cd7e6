// Books rides.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    name: "request-ride-worker", family: .requestRide, summary: "books rides",
    commit: BuildInfo.commit
  ) { tools, store in
    RequestRideHandler(tools: tools, store: store)
  })
