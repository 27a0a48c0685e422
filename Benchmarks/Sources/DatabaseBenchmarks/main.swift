import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 3, arguments[0] == MemoryBenchmarks.childArgument {
  try MemoryBenchmarks.runChild(side: arguments[1], path: arguments[2])
  exit(0)
}

/// The sections in the order in which they run. The last one, `memory`, prints a table of its own.
let sections: [(name: String, run: (Run) throws -> Void)] = [
  ("insert", InsertBenchmarks.run),
  ("set", SetBenchmarks.ownTransactions),
  ("set-inside", SetBenchmarks.oneTransaction),
  ("undo", UndoBenchmarks.run),
  ("appends", AppendBenchmarks.run),
  ("get-random", GetBenchmarks.random),
  ("get-hot", GetBenchmarks.hot),
  ("load", LoadBenchmarks.run),
  ("open", OpenBenchmarks.run),
  ("memory", MemoryBenchmarks.run),
]

let options = Options(arguments, sections: sections.map(\.name))
let files = try DatabaseFiles()
defer { files.removeAll() }
let run = Run(options: options, files: files, rows: UserRows(count: options.rowCount))
print(Comparison.header)
for section in sections where options.sections.contains(section.name) {
  try section.run(run)
}
