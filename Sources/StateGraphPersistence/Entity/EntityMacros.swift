public import StateGraphCore

/// Makes a final class an entity: each object is a row of a table.
///
/// ```swift
/// @Entity(id: String.self)
/// final class User {
///   @GraphStored var name: String
///   @GraphComputed(inverse: \Post.author) var posts: [Post]
/// }
/// ```
///
/// The table's name is the class's name in snake case and plural (`users`) unless `table` gives
/// another. The primary key is the column `id` unless `key` names other columns. Each
/// `@GraphStored` property is a column with the property's name in snake case; a property that
/// refers to an entity gets the suffix `_id`. ``Column(_:_:)`` declares more about a column.
///
/// The macro writes `typealias TypedIdentifierRawValue` and `let typedID: TypedID`, and an
/// initialiser with the properties as parameters unless the class has an initialiser of its own.
///
/// A property whose column is part of the key is read only, because its value identifies the row.
/// If all columns of the key are properties, the initialiser takes the identifier from them.
///
/// - Parameters:
///   - id: The type of the identifier, such as `String.self`, `Int.self` or
///     `CompositeKey<String, String>.self`.
///   - table: The table's name.
///   - renamedFrom: The table's former name.
///   - key: The columns of the primary key, as many as the identifier has parts.
///   - indexes: Indexes over several columns.
@attached(
  member,
  names: named(init),
  named(_$entity),
  named(_$Columns),
  named(typedID),
  named(TypedIdentifierRawValue)
)
@attached(extension, conformances: Entity, names: named(_$definition))
public macro Entity<ID: EntityKey>(
  id: ID.Type,
  table: String? = nil,
  renamedFrom: String...,
  key: String...,
  indexes: TableIndex...
) = #externalMacro(module: "StateGraphMacros", type: "EntityMacro")

/// Makes a final class that declares its identifier itself an entity.
///
/// ```swift
/// @Entity
/// final class User {
///   typealias TypedIdentifierRawValue = String
///   let typedID: TypedID
///   @GraphStored var name: String
/// }
/// ```
///
/// The long form of ``Entity(id:table:renamedFrom:key:indexes:)``, for example for an identifier
/// with a documentation comment.
///
/// - Parameters:
///   - table: The table's name.
///   - renamedFrom: The table's former name.
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

/// Declares options of the column of an entity's `@GraphStored` property.
///
/// ```swift
/// @GraphStored @Column("short_bio", .indexed, .check("length(short_bio) < 1000")) var bio: String?
/// @GraphStored @Column(.json) var tags: [String] = []
/// ```
@attached(peer)
public macro Column(_ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column of an entity's `@GraphStored` property, and declares options of it.
@attached(peer)
public macro Column(_ name: String, _ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Stores the value of an entity's `@GraphStored` property in the form of a conversion.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column of an entity's `@GraphStored` property, and stores the value in the form of a
/// conversion.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  _ name: String,
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// A to-many relationship: the entities whose property `inverse` refers to this entity, in key
/// order.
///
/// The first read runs one SELECT. Afterwards a commit marks the property only if it inserted or
/// deleted a row of the relationship, or changed which entity a row refers to.
///
/// Setting the property, for example by `user.posts.append(post)`, sets the inverse of the entities
/// that are added or removed, and adds entities that are in no store yet.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(inverse: KeyPath<Child, Parent>) =
  #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// A many-to-many relationship: the entities that the rows of `through` link with this entity.
/// Their order is that of their keys, or that of the link's property `order`.
///
/// Setting the property, for example by `book.tags.append(tag)`, inserts and deletes links and
/// numbers them in `order` from 0. Other columns of a new link get their defaults.
///
/// `through` is an entity with one property of this type and one of the other type. If it has
/// several such properties, name the two: `through: \BookTag.book, \BookTag.tag`.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity>(
  through link: Link.Type,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// A many-to-many relationship through an entity whose two references are named.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity, Owner, Target>(
  through owner: KeyPath<Link, Owner>,
  _ target: KeyPath<Link, Target>,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

extension GraphStorageBacking {
  /// The column of that name, for an entity's property whose column is not named like the property.
  public static func column(_ name: String) -> GraphStorageBacking { .memory }
}
