import Foundation

/// The sections in the order in which they run. The bytes come first, while the heap is unused.
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
  // The output of the finished sections must appear even if a wrong result ends the run.
  fflush(nil)
}
