import Foundation

// SQLite passes only connections that are opened later to the counter, so this comes first.
StatementCount.install()

/// The sections in the order in which they run. `memory` comes first, while the heap is unused.
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
  // The output of the finished sections must appear even if a wrong result ends the run.
  fflush(nil)
}
run.files.removeAll()
