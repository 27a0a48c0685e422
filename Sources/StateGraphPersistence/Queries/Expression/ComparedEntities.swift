/// The entities whose keys a condition compares.
///
/// A condition contains only keys, and another row gets the key of a deleted entity in some tables.
/// The query therefore keeps the entities, and each read checks that none of them is deleted.
struct ComparedEntities: Hashable, Sendable {
  var states: [EntityState]

  static func == (left: ComparedEntities, right: ComparedEntities) -> Bool {
    left.states.elementsEqual(right.states, by: ===)
  }

  func hash(into hasher: inout Hasher) {
    for state in states { hasher.combine(ObjectIdentifier(state)) }
  }
}

extension QueryExpression {
  /// The entities whose keys the condition compares, also in conditions on related rows.
  var comparedEntities: [EntityState] {
    var found: [EntityState] = []
    _ = replacing { expression in
      switch expression {
      case .comparing(let entities, _): found += entities.states
      case .exists(_, let inner?), .related(_, _, let inner?): found += inner.comparedEntities
      default: break
      }
      return nil
    }
    return found
  }
}
