import Foundation

/// The options of the command line.
struct Options {
  var sections: Set<String> = []
  /// Whether the samples are few and the tables small, to check the results in a short time.
  var isQuick = false
  /// The path of a CSV file to which each measurement appends a line, for `plot.py`.
  var dataPath: String?

  /// - Parameter names: The known sections. Without a section among the arguments, all of them run.
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
