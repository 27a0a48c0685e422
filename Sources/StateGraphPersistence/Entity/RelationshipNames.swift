import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The names of an entity type's to-many relationships in reports, such as "User.posts".
///
/// All entities of the type share one name object for each relationship, to save memory.
final class RelationshipNames: Sendable {
  private let names = Guarded<[ByteText: SignalName]>([:])

  subscript(property: String, definition: EntityDefinition) -> SignalName {
    names.withLock { names in
      if let known = names[ByteText(property)] { return known }
      let made = SignalName("\(definition.typeName).\(property)")
      names[ByteText(property)] = made
      return made
    }
  }
}
