import Foundation

/// What the command line asks for.
struct Options {
  var sections: Set<String> = []
  /// Few samples and small tables: are the results right?
  var isQuick = false
  /// Where a line for each measurement is appended, for `plot.py`.
  var dataPath: String?

  /// Sections in any order; `names` are the known ones.
  init(_ arguments: [String], sections names: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--data":
        guard let path = rest.popFirst() else { Options.refuse("--data needs a file.") }
        dataPath = path
      case let name where names.contains(name): sections.insert(name)
      default:
        Options.refuse(
          "No section \(argument). Sections: \(names.joined(separator: " ")). "
            + "Options: --quick, --data FILE"
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
