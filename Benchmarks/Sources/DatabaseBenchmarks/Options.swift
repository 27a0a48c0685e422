import Foundation

/// What the command line asks for.
struct Options {
  var sections: Set<String> = []
  var rowCount = 1_000_000
  var isQuick = false
  /// The only side to run, for a profiler: sides whose name begins so.
  var side: String?

  /// Sections first, in any order; `names` are the known ones.
  init(_ arguments: [String], sections names: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--cpu": Stopwatch.countsProcessorTime = true
      case "--side": side = rest.popFirst()
      case "--rows":
        // Fewer would all be among the entities that a store holds because they were used lately.
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
