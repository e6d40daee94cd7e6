// Answers "where is my ride", and tells who wants to follow a ride where it is.

import BuildInfo
import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    .statusQuery, commit: BuildInfo.commit, tick: UpdatesTick.commands
  ) { dependencies, store in
    StatusQueryHandler(dependencies: dependencies, store: store)
  })
