import Foundation

/// The options of the command line.
struct Options {
  var sections: Set<String> = []
  var rowCount = 1_000_000
  var isQuick = false
  /// Only the sides whose name begins with this text run, for a profiler.
  var side: String?

  /// - Parameter names: The known sections. Without a section among the arguments, all of them run.
  init(_ arguments: [String], sections names: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--cpu": Stopwatch.countsProcessorTime = true
      case "--side": side = rest.popFirst()
      case "--rows":
        // A store retains the entities that were used last. The benchmarks must read many more
        // rows.
        guard let count = rest.popFirst().flatMap(Int.init), count >= 20_000 else {
          Options.refuse("--rows needs a number, 20000 at least.")
        }
        rowCount = count
      case let name where names.contains(name): sections.insert(name)
      default:
        Options.refuse(
          "No section \(argument). Sections: \(names.joined(separator: " ")). "
            + "Options: --rows N, --quick, --cpu, --side NAME"
        )
      }
    }
    if sections.isEmpty { sections = Set(names) }
  }

  private static func refuse(_ message: String) -> Never {
    print(message)
    exit(64)
  }
}
