// Takes what vehicles report and gives waiting rides their vehicles.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .dispatch, commit: BuildInfo.commit, tick: DispatchTick.commands
  ) { dependencies, store in
    DispatchHandler(dependencies: dependencies, store: store)
  })
