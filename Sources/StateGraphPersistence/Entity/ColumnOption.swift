/// What a column's declaration says besides its name and type: an argument of ``Column(_:_:)``.
///
/// SQL text is a literal's, so that nothing from a run of the program becomes SQL.
public struct ColumnOption: Sendable {
  package enum Kind: Sendable {
    case mark(Mark)
    case check(StaticString)
    case initially(StaticString)
    case renamed(from: String)
    case onDelete(DeleteRule)
  }

  /// What is said by being there.
  package enum Mark: Sendable { case unique, indexed, searchable, json }

  package let kind: Kind

  /// No two rows have the same value. NULL is not the same as NULL.
  public static let unique = ColumnOption(kind: .mark(.unique))

  /// The column has an index. References have one anyway.
  public static let indexed = ColumnOption(kind: .mark(.indexed))

  /// A condition that every row fulfils, in SQL: `.check("length(name) > 0")`.
  public static func check(_ condition: StaticString) -> ColumnOption {
    ColumnOption(kind: .check(condition))
  }

  /// What an INSERT that does not name the column stores, in SQL: `.default("''")`,
  /// `.default("CURRENT_TIMESTAMP")`. Rows that are there already get it when the column is added.
  ///
  /// A new entity's property is what its Swift initial value says.
  public static func `default`(_ expression: StaticString) -> ColumnOption {
    ColumnOption(kind: .initially(expression))
  }

  /// The name that the column had before: a file that still has it is migrated by renaming.
  public static func renamed(from name: String) -> ColumnOption {
    ColumnOption(kind: .renamed(from: name))
  }

  /// What happens to this row when the one that the property refers to is deleted.
  public static func onDelete(_ rule: DeleteRule) -> ColumnOption {
    ColumnOption(kind: .onDelete(rule))
  }

  /// The column's text takes part in the full-text search of the entity.
  public static let searchable = ColumnOption(kind: .mark(.searchable))

  /// The property is any `Codable` value, and is stored as JSON.
  public static let json = ColumnOption(kind: .mark(.json))
}

/// What happens to a row when the row that it refers to is deleted.
public enum DeleteRule: String, Sendable {
  /// It is deleted too.
  case cascade = "CASCADE"
  /// Its reference becomes NULL: for an optional property.
  case nullify = "SET NULL"
  /// The deletion is refused.
  case restrict = "RESTRICT"
}

/// An index over several columns: an argument of ``Entity(table:renamedFrom:key:indexes:)``.
public struct TableIndex: Sendable {
  package let columns: [String]
  package let isUnique: Bool

  /// An index over the columns of these names, in this order.
  public static func index(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: false)
  }

  /// No two rows have the same values in all of the columns of these names.
  public static func unique(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: true)
  }
}
