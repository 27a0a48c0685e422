import Foundation

// With the name of a role, this process is a child of a section.
if let role = CommandLine.arguments.dropFirst().first.flatMap(ChildRole.init) {
  try role.run(Array(CommandLine.arguments.dropFirst(2)))
  exit(0)
}

/// The sections in the order in which they run.
let sections: [(name: String, run: (SharingRun) throws -> Void)] = [
  ("latency", ForeignLatency.run),
  ("write-lock", WriteLockCost.run),
  ("contention", Contention.run),
  // The last section, because all later files would have its slow disk.
  ("durable", DurableGroups.run),
]

let run = SharingRun(Array(CommandLine.arguments.dropFirst()), sections: sections.map(\.name))
for section in sections where run.sections.contains(section.name) {
  try section.run(run)
  // The output of the finished sections must appear even if a wrong result ends the run.
  fflush(nil)
}
