import Foundation

// The same executable, as the other process of a section.
if let role = CommandLine.arguments.dropFirst().first.flatMap(ChildRole.init) {
  try role.run(Array(CommandLine.arguments.dropFirst(2)))
  exit(0)
}

/// In the order in which they run.
let sections: [(name: String, run: (SharingRun) throws -> Void)] = [
  ("latency", ForeignLatency.run),
  ("write-lock", WriteLockCost.run),
  ("contention", Contention.run),
]

let run = SharingRun(Array(CommandLine.arguments.dropFirst()), sections: sections.map(\.name))
for section in sections where run.sections.contains(section.name) {
  try section.run(run)
  // A run that a wrong result ends must not take finished sections with it.
  fflush(nil)
}
