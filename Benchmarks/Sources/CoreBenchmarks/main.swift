import Foundation

/// In the order in which they run. Bytes first, while the heap is unused.
let sections: [(name: String, run: () -> Void)] = [
  ("bytes", ByteBenchmarks.run),
  ("reads", ReadBenchmarks.run),
  ("sets", SetBenchmarks.run),
  ("propagate", PropagationBenchmarks.run),
  ("kairo", KairoBenchmarks.run),
  ("dynamic", DynamicBenchmarks.run),
  ("cellx", CellxBenchmarks.run),
  ("mol", MolBenchmarks.run),
  ("create", CreationBenchmarks.run),
  ("shapes", ShapeBenchmarks.run),
  ("transducers", TransducerBenchmarks.run),
  ("original", OriginalBenchmarks.run),
]

let wanted = Set(CommandLine.arguments.dropFirst().filter { $0 != "--quick" })
let unknown = wanted.subtracting(sections.map(\.name)).sorted()
guard unknown.isEmpty else {
  let known = sections.map(\.name).joined(separator: " ")
  print("No section \(unknown.joined(separator: " ")). Sections: \(known). Option: --quick")
  exit(64)
}
for section in sections where wanted.isEmpty || wanted.contains(section.name) {
  section.run()
  // A run that a wrong result ends must not take finished sections with it.
  fflush(nil)
}
