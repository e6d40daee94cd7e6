// Books rides.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .requestRide, commit: BuildInfo.commit
  ) { dependencies, store in
    RequestRideHandler(dependencies: dependencies, store: store)
  })
