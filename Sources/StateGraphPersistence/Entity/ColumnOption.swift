/// A part of a column's declaration beside its name and type: an argument of ``Column(_:_:)``.
///
/// Parameters with SQL text take a literal, so that no value of the running program becomes SQL.
public struct ColumnOption: Sendable {
  package enum Kind: Sendable {
    case mark(Mark)
    case check(StaticString)
    case initially(StaticString)
    case renamed(from: String)
    case onDelete(DeleteRule)
  }

  /// An option without a parameter.
  package enum Mark: Sendable { case unique, indexed, searchable, json }

  package let kind: Kind

  /// No two rows may have the same value. SQLite lets several rows have NULL.
  public static let unique = ColumnOption(kind: .mark(.unique))

  /// The column has an index. A reference has an index without this option.
  public static let indexed = ColumnOption(kind: .mark(.indexed))

  /// A condition in SQL that every row must fulfil: `.check("length(name) > 0")`.
  public static func check(_ condition: StaticString) -> ColumnOption {
    ColumnOption(kind: .check(condition))
  }

  /// The value, in SQL, that an INSERT stores if it does not name the column: `.default("''")`,
  /// `.default("CURRENT_TIMESTAMP")`. Existing rows get it when a migration adds the column.
  ///
  /// A new entity does not use it: its properties begin with their Swift initial values.
  public static func `default`(_ expression: StaticString) -> ColumnOption {
    ColumnOption(kind: .initially(expression))
  }

  /// The former name of the column. For a file with a column of that name,
  /// `Database.proposedMigration` renames the column.
  public static func renamed(from name: String) -> ColumnOption {
    ColumnOption(kind: .renamed(from: name))
  }

  /// The rule for deleting the row that the property refers to.
  public static func onDelete(_ rule: DeleteRule) -> ColumnOption {
    ColumnOption(kind: .onDelete(rule))
  }

  /// The full-text search of the entity includes the column's text.
  public static let searchable = ColumnOption(kind: .mark(.searchable))

  /// The property's type is `Codable`, and the column stores the value as JSON.
  public static let json = ColumnOption(kind: .mark(.json))
}

/// What SQLite does to a row when the row that it refers to is deleted.
public enum DeleteRule: String, Sendable {
  /// Deletes the row too.
  case cascade = "CASCADE"
  /// Sets the reference to NULL. The property must be optional.
  case nullify = "SET NULL"
  /// Refuses the deletion with a constraint error.
  case restrict = "RESTRICT"
}

/// An index over several columns: an argument of ``Entity(id:table:renamedFrom:key:indexes:)``.
public struct TableIndex: Sendable {
  package let columns: [String]
  package let isUnique: Bool

  /// An index over columns, in this order.
  public static func index(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: false)
  }

  /// A unique index: no two rows may have the same values in all of these columns.
  public static func unique(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: true)
  }
}
