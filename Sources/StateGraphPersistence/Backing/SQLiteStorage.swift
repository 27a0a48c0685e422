public import StateGraphCore
public import StateGraphSQLite

extension GraphStorageBacking {
  /// A setting: the row of `key` in the table `stategraph_settings` of a database.
  ///
  /// ```swift
  /// @GraphStored(backed: .sqlite(key: "theme", in: database)) var theme: String = "light"
  /// ```
  ///
  /// **Reading** runs one SELECT and then answers from memory, with what the last commit left;
  /// inside ``Database/write(_:)`` its thread sees its own changes. Where there is no such row, or
  /// it holds another type, the answer is the node's initial value. An optional that was set to nil
  /// is NULL, not absent.
  ///
  /// **Setting** a value that differs writes the row, inside the open `write` or as one of its own,
  /// and with the commit tells what depends on the node. The first set of the first setting makes
  /// the table. A set that fails is reported as ``Database/write(_:)`` says, and the node goes on
  /// reading what the file says.
  ///
  /// **Changes by SQL** that this database executes are changes of the node, whoever makes them;
  /// those of other rows are not. Two nodes over one key are the same to what depends on them.
  ///
  /// **What the row holds** is what one would write by hand: text, INTEGER (1 and 0 for true and
  /// false), REAL, BLOB; `2026-11-21 18:12:13.5` in UTC for a date; digits for integers beyond 64
  /// bits signed; JSON for arrays, dictionaries and `Codable` types. What none of these can say (a
  /// NaN, say, or a date inside of an array) is a JSON object with a key `$stategraph`. Every value
  /// comes back as it was, to the bit.
  ///
  /// The node keeps the database open for as long as it lives. Making the first node over a table
  /// waits for an open write of another thread.
  ///
  /// - Parameters:
  ///   - key: Any string, the empty one too. Keys differ where their bytes do.
  ///   - database: Where the row is.
  public static func sqlite(key: String, in database: Database) -> GraphStorageBacking {
    GraphStorageBacking(SQLiteStorage(database: database, address: .setting(key)))
  }

  /// One cell of any table: the column's value in the row whose primary key is `id`.
  ///
  /// ```swift
  /// @GraphStored(backed: .sqlite(table: "users", column: "name", id: "ada", in: database))
  /// var name: String = ""
  /// ```
  ///
  /// Reads, sets and is told of changes like ``sqlite(key:in:)``. Nothing is ever inserted: while
  /// the row is absent the node answers with its initial value, and setting it fails with
  /// `.deletedEntity`. Setting also fails where the column refuses the value (`.constraint`), where
  /// it would hold something else than the type can read back (`.typeMismatch`: a number in a TEXT
  /// column, a NaN), and where the table is not there or its primary key is not one column
  /// (`.schemaMismatch`); reading is then logged as an error.
  ///
  /// A type that is ``Bindable`` is kept as it is in an entity's column, every other one as in a
  /// setting.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - column: The column's name.
  ///   - id: The row's primary key.
  ///   - database: Where the table is. The node keeps it open for as long as it lives.
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

/// Keeps a value in one cell of a database.
struct SQLiteStorage: GraphStorage {
  let database: Database
  let address: CellAddress

  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value> {
    let cell = DatabaseGraph.of(database).cell(at: address, in: database)
    let coding: CellCoding<Value> = address.isSetting ? .setting : .column
    return TypedCell(cell, coding, initial: initial).backing
  }
}
