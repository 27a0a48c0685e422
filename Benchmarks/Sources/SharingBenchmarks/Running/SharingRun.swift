import Foundation

/// The options of the command line.
struct SharingRun {
  private(set) var sections: Set<String> = []
  /// Whether the samples are few, to check the results in a short time.
  private(set) var isQuick = false

  /// - Parameter names: The known sections. Without a section among the arguments, all of them run.
  init(_ arguments: [String], sections names: [String]) {
    for argument in arguments {
      if argument == "--quick" {
        isQuick = true
      } else if names.contains(argument) {
        sections.insert(argument)
      } else {
        print(
          "No section \(argument). Sections: \(names.joined(separator: " ")). Options: --quick"
        )
        exit(64)
      }
    }
    if sections.isEmpty { sections = Set(names) }
  }

  /// Returns `full`, or `few` in a quick run.
  func size(_ full: Int, quick few: Int) -> Int { isQuick ? few : full }
}

/// Ends the run unless the condition is true, because the times of wrong results mean nothing.
func verify(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  print("WRONG RESULT: \(message())")
  fflush(nil)
  exit(1)
}

/// Returns `met` or `missed`. A missed bar does not end the run.
func verdict(_ isMet: Bool) -> String { isMet ? "met" : "missed" }
