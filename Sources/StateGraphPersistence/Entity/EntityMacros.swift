public import StateGraphCore

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
/// its key is the column `id` unless `key` names others. Each `@GraphStored` property is a column
/// of its name in snake case, an entity's with `_id` behind it; ``Column(_:_:)`` says more about
/// it. Writes an initialiser with the properties as parameters, unless the class has an initialiser
/// of its own.
///
/// A property whose column is one of the key's is read only: its value says which row it is. Where
/// all columns of the key are properties', the initialiser makes the identifier of them.
///
/// - Parameters:
///   - table: The table's name.
///   - renamedFrom: The name that the table had before.
///   - key: The columns of the primary key, as many as the identifier has parts.
///   - indexes: Indexes over several columns.
@attached(member, names: named(init), named(_$entity), named(_$Columns))
@attached(extension, conformances: Entity, names: named(_$definition))
public macro Entity(
  table: String? = nil,
  renamedFrom: String...,
  key: String...,
  indexes: TableIndex...
) = #externalMacro(module: "StateGraphMacros", type: "EntityMacro")

/// Says more about the column of an entity's `@GraphStored` property.
///
/// ```swift
/// @GraphStored @Column("short_bio", .indexed, .check("length(short_bio) < 1000")) var bio: String?
/// @GraphStored @Column(.json) var tags: [String] = []
/// ```
@attached(peer)
public macro Column(_ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column of an entity's `@GraphStored` property, and says more about it.
@attached(peer)
public macro Column(_ name: String, _ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Keeps the value of an entity's `@GraphStored` property in another form.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column of an entity's `@GraphStored` property, and keeps the value in another form.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  _ name: String,
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// A to-many relationship: the entities whose `inverse` is this one, in key order, kept fresh.
///
/// The first read runs one SELECT. After that a commit makes it read again only if a row came, went
/// or moved to or from this entity. Setting it, `user.posts.append(post)` say, sets the inverse of
/// those that come and go, and adds those that are in no store yet.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(inverse: KeyPath<Child, Parent>) =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// A many-to-many relationship: the entities that rows of `through` link with this one, in key
/// order or in that of the link's property `order`, kept fresh.
///
/// Setting it, `book.tags.append(tag)` say, inserts and deletes links and numbers them in `order`
/// from 0. Other columns of a new link take their defaults.
///
/// `through` is an entity with one property of this type and one of the other's. Where it has more
/// of them, name the two: `through: \BookTag.book, \BookTag.tag`.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity>(
  through link: Link.Type,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// A many-to-many relationship through a link whose two references are named.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity, Owner, Target>(
  through owner: KeyPath<Link, Owner>,
  _ target: KeyPath<Link, Target>,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

extension GraphStorageBacking {
  /// The entity's column of that name, where it is not the property's in snake case.
  public static func column(_ name: String) -> GraphStorageBacking { .memory }
}
