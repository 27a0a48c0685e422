import Foundation

// SQLite hands every connection that is opened later to the counter.
StatementCount.install()

/// In the order in which they run. Memory first, while the heap is unused.
let sections: [(name: String, run: (LiveRun) throws -> Void)] = [
  ("memory", Memory.run),
  ("relationships", RelationshipFanOut.run),
  ("burst", Burst.run),
  ("sorted", SortedCollection.run),
  ("top-rows", TopRows.run),
  ("closure", ClosureFilter.run),
  ("aggregates", Aggregates.run),
  ("many-to-many", ManyToMany.run),
  ("reactive-loop", ReactiveLoop.run),
  ("throughput", RelationalThroughput.run),
  ("churn", Churn.run),
  ("capture", CaptureOverhead.run),
  ("table-size", TableSize.run),
]

let options = Options(Array(CommandLine.arguments.dropFirst()), sections: sections.map(\.name))
let run = try LiveRun(options)
for section in sections where options.sections.contains(section.name) {
  try run.files.inFolder(named: section.name) { try section.run(run) }
  // A run that a wrong result ends must not take finished sections with it.
  fflush(nil)
}
run.files.removeAll()
