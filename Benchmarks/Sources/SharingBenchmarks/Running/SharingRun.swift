import Foundation

/// What the command line asks for.
struct SharingRun {
  private(set) var sections: Set<String> = []
  /// Few samples: are the results right?
  private(set) var isQuick = false

  /// Sections in any order; `names` are the known ones.
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

  /// `full`, or in a quick run `few`.
  func size(_ full: Int, quick few: Int) -> Int { isQuick ? few : full }
}

/// Ends the run: a benchmark of wrong results is none.
func verify(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  print("WRONG RESULT: \(message())")
  fflush(nil)
  exit(1)
}

/// `met` or `missed`. The bars are information.
func verdict(_ isMet: Bool) -> String { isMet ? "met" : "missed" }
