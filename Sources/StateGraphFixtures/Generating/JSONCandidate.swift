import StateGraphFormats

/// Makes a JSON text for a column with CHECK constraints: an object with the members that the JSON
/// paths in the constraints name.
struct JSONCandidate {
  private let literals: CheckLiterals

  init(_ literals: CheckLiterals) { self.literals = literals }

  func text(_ choices: ChoiceSequence) -> String {
    guard !literals.paths.isEmpty else {
      return choices.element(of: ["{}", "[]", "1", "\"a\"", "null"]) ?? "{}"
    }
    return object(literals.paths.filter { !$0.isEmpty }, choices: choices)
  }

  /// Returns an object with one member for each different first name of the paths. The remaining
  /// names of a path become objects inside this member.
  private func object(_ paths: [[String]], choices: ChoiceSequence) -> String {
    var names: [String] = []
    for path in paths where !names.contains(path[0]) { names.append(path[0]) }
    let members = names.map { name in
      let inner = paths.filter { $0[0] == name && $0.count > 1 }.map { Array($0.dropFirst()) }
      let value = inner.isEmpty ? scalar(choices) : object(inner, choices: choices)
      return JSONEscape.quoted(name) + ":" + value
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func scalar(_ choices: ChoiceSequence) -> String {
    let values =
      literals.texts.map { JSONEscape.quoted($0) } + literals.integers.map { "\($0)" }
      + ["\"\(Words.word(choices.below(UInt64(100))))\"", "\(choices.below(1000))", "true", "[]"]
    return choices.element(of: values) ?? "1"
  }
}
