#if GTK
import StateGraphCore

/// The selected rows of a list, by their identifiers. They are state of the app.
@MainActor
enum ListSelection<ID: Hashable> {
  /// The user cannot select rows.
  case none
  case single(Binding<ID?>)
  case multiple(Binding<Set<ID>>)

  /// The selected rows now. A closure that is tracked follows them.
  var ids: Set<ID> {
    switch self {
    case .none: []
    case .single(let binding): binding.wrappedValue.map { [$0] } ?? []
    case .multiple(let binding): binding.wrappedValue
    }
  }

  /// Changes the state as the user asks.
  ///
  /// - Parameters:
  ///   - change: The change, by positions.
  ///   - id: Returns the identifier of the row at a position.
  func apply(_ change: SelectionChange, id: (Int) -> ID?) {
    switch self {
    case .none: break
    case .single(let binding):
      let new = change.selections.last.flatMap(id)
      let old = binding.wrappedValue
      if let new {
        if new != old { binding.wrappedValue = new }
      } else if let old, change.deselects(old, id: id) {
        binding.wrappedValue = nil
      }
    case .multiple(let binding):
      let old = binding.wrappedValue
      var new = change.isEverything ? [] : old
      if !change.isEverything { new.subtract(change.deselections.compactMap(id)) }
      new.formUnion(change.selections.compactMap(id))
      if new != old { binding.wrappedValue = new }
    }
  }
}

extension SelectionChange {
  /// Whether the change removes a row from the selection.
  fileprivate func deselects<ID: Equatable>(_ row: ID, id: (Int) -> ID?) -> Bool {
    isEverything || deselections.contains { id($0) == row }
  }
}

#endif
