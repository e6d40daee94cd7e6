// Answers "where is my ride".

import Fleet
import Messages
import RideHandlers

Worker.main(
  WorkerDefinition(
    name: "status-query-worker", family: .statusQuery,
    summary: "answers questions for the status of a ride"
  ) { tools, store in
    StatusQueryHandler(tools: tools, store: store)
  })
