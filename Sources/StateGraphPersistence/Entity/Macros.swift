public import StateGraph

/// Makes a final class an entity: one object for each row of a table.
///
/// ```swift
/// @Entity
/// final class User {
///   typealias TypedIdentifierRawValue = String
///   let typedID: TypedID
///   @GraphStored var name: String
///   @GraphComputed(inverse: \Post.author) var posts: [Post]
/// }
/// ```
///
/// The table is the class's name in snake case and plural (`users`) unless `table` names it, and
/// its key is the column `id`. Each `@GraphStored` property is a column of its name in snake case,
/// an entity's with `_id` behind it. Writes an initialiser with the properties as parameters,
/// unless the class has an initialiser of its own.
@attached(member, names: named(init), named(_$entity), named(_$Columns))
@attached(extension, conformances: Entity, names: named(_$definition))
public macro Entity(table: String? = nil) =
  #externalMacro(module: "StateGraphMacros", type: "EntityMacro")

/// A to-many relationship: the entities whose `inverse` is this one, in key order, kept fresh.
///
/// The first read runs one SELECT. After that a commit makes it read again only if a row came, went
/// or moved to or from this entity.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(inverse: KeyPath<Child, Parent>) =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

extension GraphStorageBacking {
  /// The entity's column of that name, where it is not the property's in snake case.
  public static func column(_ name: String) -> GraphStorageBacking { .memory }
}
