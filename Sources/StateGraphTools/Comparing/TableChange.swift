import StateGraphFormats
import StateGraphSQLite

/// The SQL that changes one table of a schema into the table of the same name in another schema.
struct TableChange {
  let name: String
  let sql: String
  /// Whether the SQL creates the table anew. If true, SQLite also drops the table's indexes and
  /// triggers, and they must be created again.
  let replacesTable: Bool

  /// Returns one element for each table that both schemas have and that differs between them.
  static func all(from: ComparedSchema, to: ComparedSchema) -> [TableChange] {
    from.entries.compactMap { entry in
      guard entry.kind == "table", let new = to.entry(like: entry),
        !from.has(entry, sameAs: new, of: to)
      else { return nil }
      return TableChange(entry, new: new, from: from, to: to)
    }
  }

  private init(
    _ old: ComparedSchema.Entry,
    new: ComparedSchema.Entry,
    from: ComparedSchema,
    to: ComparedSchema
  ) {
    name = old.name
    guard let table = from.table(old.name), let wanted = to.table(new.name),
      let text = TableText(new.sql)
    else {
      // A virtual table cannot be altered. Its rows cannot be copied either, because its module
      // keeps them.
      sql = """
        -- This deletes all rows of \(printable(old.name)), a virtual table.
        DROP TABLE \(old.quotedName);
        \(new.sql);
        """
      replacesTable = true
      return
    }
    if let added = Self.addedColumns(text, from: table, to: wanted, in: (from.tables, to.tables)) {
      sql = added.map { item in
        let end = item.contains("--") ? "\n;" : ";"
        return "ALTER TABLE \(old.quotedName) ADD COLUMN \(item)\(end)"
      }.joined(separator: "\n")
      replacesTable = false
      return
    }
    let names = Set((from.entries + to.entries).map { FoldedName.fold($0.name) })
    var temporary = "new_" + new.name
    while names.contains(FoldedName.fold(temporary)) { temporary = "new_" + temporary }
    let rebuild = TableRebuild(from: table, to: wanted, text: text, temporary: temporary)
    sql = rebuild.sql
    replacesTable = true
  }

  /// Returns the definitions of the new columns, if adding columns is the only change and ALTER
  /// TABLE can add all of them. Returns nil in all other cases. The table must then be created
  /// anew.
  private static func addedColumns(
    _ text: TableText,
    from table: TableSchema,
    to wanted: TableSchema,
    in tables: (from: [TableSchema], to: [TableSchema])
  ) -> [String]? {
    let (count, newCount) = (table.columns.count, wanted.columns.count)
    guard newCount > count, text.items.count >= newCount,
      table.name.utf8.elementsEqual(wanted.name.utf8)
    else { return nil }
    // A line break ends a comment at the end of an item.
    let kept = (text.items[..<count] + text.items[newCount...]).joined(separator: "\n, ")
    let without = "CREATE TABLE \(Identifier(table.name).quoted) (\(kept)\n) \(text.options)"
    guard SQLText.isSame(table.sql, as: without, in: tables.from, and: tables.to) else {
      return nil
    }
    let added = Array(text.items[count..<newCount])
    let canBeAdded = zip(added, wanted.columns[count...]).allSatisfy { isAddable($0, column: $1) }
    return canBeAdded ? added : nil
  }

  /// Returns whether ALTER TABLE can add the column to a table with rows, by the rules of SQLite
  /// (<https://sqlite.org/lang_altertable.html#altertabaddcol>).
  private static func isAddable(_ text: String, column: ColumnSchema) -> Bool {
    let tokens = Array(SQLTokenizer(text))
    let words = tokens.compactMap { token -> String? in
      if case .word(let word) = token { word.uppercased() } else { nil }
    }
    let refused: Set<String> = [
      "PRIMARY", "UNIQUE", "GENERATED", "AS", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP",
    ]
    let hasExpression = zip(tokens, tokens.dropFirst()).contains {
      $0.isSame(as: .word("DEFAULT")) && $1.isSame(as: .symbol("("))
    }
    return refused.isDisjoint(with: words) && !hasExpression && column.generation == .none
      && (!column.isNotNull || column.defaultSQL != nil)
  }
}
