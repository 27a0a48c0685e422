import StateGraphCore
import StateGraphThreads

/// The names of an entity type's to-many relationships in reports, such as "User.posts".
///
/// All entities of the type share one name object for each relationship, to save memory.
final class RelationshipNames: Sendable {
  private let names = Guarded<[String: SignalName]>([:])

  subscript(property: String, definition: EntityDefinition) -> SignalName {
    names.withLock { names in
      if let known = names[property] { return known }
      let made = SignalName("\(definition.typeName).\(property)")
      names[property] = made
      return made
    }
  }
}
