/// An option in the declaration of a column, such as a constraint or an index. Pass it to
/// ``Column(_:_:)``.
///
/// Options that contain SQL accept only string literals. Values of the running program therefore
/// cannot become SQL.
public struct ColumnOption: Sendable {
  package enum Kind: Sendable {
    case mark(Mark)
    case check(StaticString)
    case initially(StaticString)
    case renamed(from: String)
    case onDelete(DeleteRule)
    case timestamp(TimestampEvent)
  }

  /// The options that have no parameter.
  package enum Mark: Sendable { case unique, indexed, searchable, json }

  package let kind: Kind

  /// Rejects a row if another row has the same value in this column.
  ///
  /// Several rows can contain NULL, because SQLite does not treat two NULLs as equal here.
  public static let unique = ColumnOption(kind: .mark(.unique))

  /// Declares an index on the column, so that searches by its value are fast.
  ///
  /// A column that refers to another entity has an index without this option.
  public static let indexed = ColumnOption(kind: .mark(.indexed))

  /// Adds a condition in SQL that every row must fulfil, for example `.check("length(name) > 0")`.
  ///
  /// SQLite rejects a row for which the condition is false, with a constraint error.
  public static func check(_ condition: StaticString) -> ColumnOption {
    ColumnOption(kind: .check(condition))
  }

  /// Sets the value, in SQL, that an INSERT stores if it does not name the column.
  ///
  /// Examples are `.default("''")` and `.default("CURRENT_TIMESTAMP")`. When a migration adds the
  /// column, existing rows get this value.
  ///
  /// A new entity does not use this value. Its properties start with their initial values in Swift.
  public static func `default`(_ expression: StaticString) -> ColumnOption {
    ColumnOption(kind: .initially(expression))
  }

  /// Gives the former name of the column, so that a migration keeps the column's values.
  ///
  /// If the file has a column with the former name, `Database.proposedMigration` renames that
  /// column.
  public static func renamed(from name: String) -> ColumnOption {
    ColumnOption(kind: .renamed(from: name))
  }

  /// Sets what SQLite does with a row when the row that its property refers to is deleted.
  public static func onDelete(_ rule: DeleteRule) -> ColumnOption {
    ColumnOption(kind: .onDelete(rule))
  }

  /// Includes the column's text in the full-text search of the entity.
  public static let searchable = ColumnOption(kind: .mark(.searchable))

  /// Stores the property's value as JSON text. The property's type must be `Codable`.
  public static let json = ColumnOption(kind: .mark(.json))
}

/// What SQLite does with a row when the row that it refers to is deleted.
public enum DeleteRule: String, Sendable {
  /// Deletes the row that refers to the deleted row.
  case cascade = "CASCADE"
  /// Sets the reference to NULL. The property must be optional.
  case nullify = "SET NULL"
  /// Refuses to delete a row while another row refers to it. The deletion fails with a constraint
  /// error.
  case restrict = "RESTRICT"
}

extension ColumnOption {
  /// Sets the property to the time of the write. The property's type must be `Date?`.
  ///
  /// ```swift
  /// @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  /// @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
  /// ```
  ///
  /// All timestamps of one `Database.write` have the same value, which
  /// `Database.Configuration.transactionClock` returns. The library keeps a value that the program
  /// sets itself. The rollback of a write also undoes its timestamps.
  ///
  /// The library sets timestamps where it writes an entity: in `add`, `insert` and `upsert`, when a
  /// property is set, in `touch`, and in the `update` of a query. The library sets no timestamps if
  /// SQL, a trigger, a cascade or another program changes a row. Stores in memory set no
  /// timestamps.
  public static func timestamp(_ event: TimestampEvent) -> ColumnOption {
    ColumnOption(kind: .timestamp(event))
  }
}

/// The kinds of writes that set a timestamp. Pass a value to ``ColumnOption/timestamp(_:)``.
public enum TimestampEvent: Sendable {
  /// The insertion of the entity's row. Later writes, including an `upsert`, keep the value.
  case insertion
  /// The insertion of the entity's row, and each later change of one of its properties.
  ///
  /// Assigning to a property the value that it already has is not a change.
  case update
}
