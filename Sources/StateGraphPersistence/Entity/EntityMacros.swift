public import StateGraphCore

/// Makes a final class an entity, whose objects are the rows of a table.
///
/// ```swift
/// @Entity(id: String.self)
/// final class User {
///   @GraphStored var name: String
///   @GraphComputed(inverse: \Post.author) var posts: [Post]
/// }
/// ```
///
/// The table's name is the class's name in snake case and plural, such as `users`. Use `table` to
/// give another name. The primary key is the column `id`, unless `key` names other columns. Each
/// `@GraphStored` property is a column with the property's name in snake case. A property that
/// refers to an entity gets the suffix `_id`. Use ``Column(_:_:)`` to declare more about a column.
///
/// The macro generates `typealias TypedIdentifierRawValue` and `let typedID: TypedID`. If the class
/// has no initialiser of its own, the macro also generates one with the properties as parameters.
///
/// A property whose column is part of the key is read-only, because its value identifies the row.
/// If properties store all columns of the key, the initialiser takes the identifier from these
/// properties.
///
/// - Parameters:
///   - id: The type of the identifier, such as `String.self`, `Int.self` or
///     `CompositeKey<String, String>.self`.
///   - keys: The source of the identifiers of new objects. If the source is not the program, the
///     initialiser does not need the argument `id`.
///   - table: The table's name.
///   - renamedFrom: The table's former name, so that a migration renames the table and keeps its
///     rows.
///   - key: The names of the primary key's columns, as many as the identifier has parts.
///   - indexes: Indexes over several columns, or over only those rows that match a condition.
@attached(
  member,
  names: named(init),
  named(_$entity),
  named(_$Columns),
  named(_$References),
  named(typedID),
  named(TypedIdentifierRawValue)
)
@attached(extension, conformances: Entity, names: named(_$definition))
public macro Entity<ID: EntityKey>(
  id: ID.Type,
  keys: KeySource = .program,
  table: String? = nil,
  renamedFrom: String...,
  key: String...,
  indexes: TableIndex...
) = #externalMacro(module: "StateGraphMacros", type: "EntityMacro")

/// Makes a final class an entity that declares its identifier itself.
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
/// This is the long form of ``Entity(id:keys:table:renamedFrom:key:indexes:)``. Use it to write a
/// documentation comment for the identifier, for example.
///
/// - Parameters:
///   - table: The table's name.
///   - renamedFrom: The table's former name, so that a migration renames the table and keeps its
///     rows.
///   - key: The names of the primary key's columns, as many as the identifier has parts.
///   - indexes: Indexes over several columns, or over only those rows that match a condition.
@attached(member, names: named(init), named(_$entity), named(_$Columns), named(_$References))
@attached(extension, conformances: Entity, names: named(_$definition))
public macro Entity(
  table: String? = nil,
  renamedFrom: String...,
  key: String...,
  indexes: TableIndex...
) = #externalMacro(module: "StateGraphMacros", type: "EntityMacro")

/// Declares options of the column that stores a `@GraphStored` property, such as an index.
///
/// ```swift
/// @GraphStored @Column("short_bio", .indexed, .check("length(short_bio) < 1000")) var bio: String?
/// @GraphStored @Column(.json) var tags: [String] = []
/// ```
@attached(peer)
public macro Column(_ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column that stores a `@GraphStored` property, and declares options of the column.
///
/// Without a name, the column has the property's name in snake case.
@attached(peer)
public macro Column(_ name: String, _ options: ColumnOption...) =
  #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the columns that store a reference to an entity with a key of several columns.
///
/// ```swift
/// @GraphStored @Column(columns: "order_id", "place", options: .onDelete(.cascade))
/// var line: OrderLine
/// ```
///
/// The columns are in the order of the referenced key. A column may also belong to the primary key
/// of this entity, or to another property. Setting the reference then does not change this column,
/// and the key of the referenced entity must have the same value as the column. If the property is
/// optional, nil is stored as NULL in the columns that belong only to the reference.
///
/// - Parameters:
///   - first: The column for the first column of the referenced key.
///   - second: The column for the second column of the referenced key.
///   - more: The columns for the other columns of the referenced key.
///   - options: `.onDelete` and `.unique`, which apply to all of the columns together.
@attached(peer)
public macro Column(
  columns first: String,
  _ second: String,
  _ more: String...,
  options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Stores a `@GraphStored` property in the form of a ``ColumnConversion``.
///
/// Use it for a type that a column cannot store directly.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Names the column that stores a `@GraphStored` property, and stores the value in the form of a
/// ``ColumnConversion``.
///
/// Without a name, the column has the property's name in snake case.
@attached(peer)
public macro Column<Conversion: ColumnConversion>(
  _ name: String,
  as conversion: Conversion.Type,
  _ options: ColumnOption...
) = #externalMacro(module: "StateGraphMacros", type: "ColumnMacro")

/// Declares a to-many relationship: all entities whose property `inverse` refers to this entity.
///
/// The entities are in key order. The first read runs one SELECT. Afterwards, a commit invalidates
/// the property only if it inserted or deleted a related row, or changed which entity a row refers
/// to.
///
/// Setting the property, for example by `user.posts.append(post)`, sets the inverse of each added
/// or removed entity. Added entities that are in no store yet are inserted. The cost grows with the
/// length of the array. `user.$posts.append(post)` has the same effect without an array.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(
  inverse: ReferenceWritableKeyPath<Child, Parent>
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// Declares a read-only to-many relationship: all entities whose property `inverse` refers to this
/// entity.
///
/// The compiler chooses this macro if the property `inverse` has no setter. Such a property is part
/// of its entity's key, or is declared as `private(set)`.
@attached(accessor, names: named(get))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Child: Entity, Parent>(
  inverse: KeyPath<Child, Parent>
) = #externalMacro(module: "StateGraphMacros", type: "ReadOnlyRelationshipMacro")

/// Declares a many-to-many relationship. Each row of `through` links this entity with another
/// entity.
///
/// The linked entities are in key order, or in the order of the link's integer property `order`.
///
/// Setting the property, for example by `book.tags.append(tag)`, inserts and deletes links. The
/// cost grows with the length of the array. `book.$tags.append(tag)` has the same effect without an
/// array. A new order of the entities updates `order` only in the links that have moved, so its
/// values may have gaps. The other columns of a new link get their defaults.
///
/// `through` must be an entity with one property of this type and one of the other type. If it has
/// several such properties, name the two: `through: \BookTag.book, \BookTag.tag`.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity>(
  through link: Link.Type,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

/// Declares a many-to-many relationship, and names the two references of the link type.
///
/// Use this form if the link type has several properties of the same entity type. The first key
/// path refers to this entity, and the second to the related entity.
@attached(accessor, names: named(get), named(set), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro GraphComputed<Link: Entity, Owner, Target>(
  through owner: KeyPath<Link, Owner>,
  _ target: KeyPath<Link, Target>,
  order: PartialKeyPath<Link>? = nil
) = #externalMacro(module: "StateGraphMacros", type: "GraphComputedMacro")

extension GraphStorageBacking {
  /// Names the column of an entity's property, if the name differs from the property's name.
  ///
  /// The macros read the name at compile time. At run time, the result is the same as `memory`.
  public static func column(_ name: String) -> GraphStorageBacking { .memory }
}
