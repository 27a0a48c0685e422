public import StateGraphCore
public import StateGraphSQLite

extension GraphStorageBacking {
  /// Stores a property as a setting of a database.
  ///
  /// A setting is the row with the key `key` in the table `stategraph_settings`.
  ///
  /// ```swift
  /// @GraphStored(backed: .sqlite(key: "theme", in: database)) var theme: String = "light"
  /// ```
  ///
  /// **Reading** runs one SELECT. Later reads return the value of the last commit from memory.
  /// Inside `Database.write`, the writing thread sees its own changes. If the row does not exist,
  /// or has a value of another type, the node has its initial value. An optional that was set to
  /// nil is stored as NULL.
  ///
  /// **Setting** another value writes the row, inside the open `write` or in a transaction of its
  /// own. The commit wakes the node's dependents. The first assignment of any setting creates the
  /// table. If an assignment fails, the error is reported as `Database.write` describes, and the
  /// node keeps the value of the file.
  ///
  /// **SQL** that changes the row changes the node, even if another part of the program runs the
  /// SQL. Two nodes of one key always have the same value.
  ///
  /// **The stored form** is readable:
  /// - Strings, integers, real numbers and bytes have their SQL types. True and false are 1 and 0.
  /// - A date is text in UTC, such as `2026-11-21 18:12:13.5`.
  /// - An integer above `Int64.max` is the text of its digits.
  /// - An array, a dictionary or a `Codable` type is JSON.
  /// - A value without such a form is a JSON object with the key `$stategraph`. Examples are NaN
  ///   and a date inside of an array.
  ///
  /// Every value is read back bit for bit.
  ///
  /// The node keeps the database open. Creating the first node of a table waits if another thread
  /// has an open write.
  ///
  /// - Parameters:
  ///   - key: Any string, including the empty one. Two keys are equal if their bytes are equal.
  ///   - database: The database with the setting.
  public static func sqlite(key: String, in database: Database) -> GraphStorageBacking {
    GraphStorageBacking(SQLiteStorage(database: database, address: .setting(key)))
  }

  /// Stores a property in one cell of any table: a column of the row whose primary key is `id`.
  ///
  /// ```swift
  /// @GraphStored(backed: .sqlite(table: "users", column: "name", id: "ada", in: database))
  /// var name: String = ""
  /// ```
  ///
  /// Reading and setting work as described for ``sqlite(key:in:)``, but no row is ever inserted. If
  /// the row does not exist, the node has its initial value, and setting it fails with
  /// `.deletedEntity`.
  ///
  /// Setting also fails with these errors:
  /// - `.constraint` if the column refuses the value.
  /// - `.typeMismatch` if the column would convert the value to one that the type cannot hold, for
  ///   example a number in a TEXT column. NaN fails with the same error.
  /// - `.schemaMismatch` if the table does not exist, or if its primary key has several columns.
  ///   Reads then log an error.
  ///
  /// A `Bindable` type is stored as in an entity's column. Every other type is stored as in a
  /// setting.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - column: The column's name.
  ///   - id: The row's primary key.
  ///   - database: The database with the table. The node keeps it open.
  public static func sqlite(
    table: String,
    column: String,
    id: some Bindable,
    in database: Database
  ) -> GraphStorageBacking {
    let address = CellAddress(table: table, column: column, id: id.value, isSetting: false)
    return GraphStorageBacking(SQLiteStorage(database: database, address: address))
  }
}

/// Stores the value of a property in one cell (one column of one row) of a database. The two
/// `sqlite` functions of `GraphStorageBacking` create this storage.
struct SQLiteStorage: GraphStorage {
  let database: Database
  let address: CellAddress

  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value> {
    let cell = DatabaseGraph.of(database).cell(at: address, in: database)
    let coding: CellCoding<Value> = address.isSetting ? .setting : .column
    return TypedCell(cell, coding: coding, initial: initial).backing
  }
}
