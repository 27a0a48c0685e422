import StateGraphCore
import StateGraphThreads

/// What people call the to-many relationships of an entity type, "User.posts": one object for each,
/// which the signals of all its entities share.
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
