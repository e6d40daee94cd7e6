// Answers "where is my ride", and sends live updates to observers of a ride.

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
