/// One operation of a history. It names rows by number and does nothing if its row is missing, so
/// that every part of a history is a history.
indirect enum AnthologyOperation: Sendable {
  case step(AnthologyStep)
  /// `database.write`, nested if it is inside another one. If `isUndone`, it throws at its end.
  case write([AnthologyOperation], isUndone: Bool)
  /// Closes the database and opens it again, so that nothing is in memory.
  case reopen

  /// The number of steps in this operation.
  var stepCount: Int {
    switch self {
    case .write(let operations, _): operations.map(\.stepCount).reduce(0, +)
    case .step, .reopen: 1
    }
  }

  /// The operation as text, for the report of a failure.
  func script(_ indentation: String = "") -> String {
    switch self {
    case .step(let step): return "\(indentation)\(step)"
    case .reopen: return indentation + "reopen"
    case .write(let operations, let isUndone):
      let inner = operations.map { $0.script(indentation + "  ") }
      let end = indentation + (isUndone ? "} undone" : "}")
      return ([indentation + "write {"] + inner + [end]).joined(separator: "\n")
    }
  }

  /// Simpler operations that may show the same failure.
  var simpler: [[AnthologyOperation]] {
    guard case .write(let operations, let isUndone) = self else { return [] }
    var candidates = [operations]
    if isUndone { candidates.append([.write(operations, isUndone: false)]) }
    for index in operations.indices {
      for replacement in [[]] + operations[index].simpler {
        var simpler = operations
        simpler.replaceSubrange(index...index, with: replacement)
        candidates.append([.write(simpler, isUndone: isUndone)])
      }
    }
    return candidates
  }
}

/// An action with three numbers that choose its rows and values.
struct AnthologyStep: Sendable, CustomStringConvertible {
  enum Action: CaseIterable, Sendable {
    // Properties.
    case setTitle, setNumber, setWeight, setAnthology, setMotif, setName, setNaN
    // Objects.
    case hold, drop, setHeld, addHeld, add, delete, deleteAndAdd, deleteAndAddHeld
    // Relationships.
    case appendPoem, removePoem, assignPoems, mention, forget, assignMentions
    case select, selectMany, insertSelected, removeSelected, exchangeSelected, assignSelected
    // Many rows.
    case updateMany, deleteMany, upsertBySlug, insertMany, statement, undoneStatement
    // Others.
    case offerForeign, otherProgram, look
  }

  let action: Action
  let first: Int
  let second: Int
  let third: Int

  var description: String { "\(action)(\(first), \(second), \(third))" }
}
