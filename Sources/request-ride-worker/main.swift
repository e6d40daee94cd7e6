// Books rides.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .requestRide, commit: BuildInfo.commit
  ) { tools, store in
    RequestRideHandler(tools: tools, store: store)
  })
