// Handles reports of vehicles and assigns vehicles to waiting rides.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .dispatch, commit: BuildInfo.commit, tick: DispatchTimers().commands
  ) { dependencies, store in
    DispatchHandler(dependencies: dependencies, store: store)
  })
