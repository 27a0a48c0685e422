import StateGraphFormats
import StateGraphSQLite

/// Proposes the migration that changes one schema into another. The command `migrate diff` prints
/// it, and the user reviews it.
///
/// The initializer tries the migration out in memory. Comments in the migration name the data that
/// it destroys and the differences that it leaves.
package struct SchemaDiff {
  /// The SQL of the migration. Empty if the schemas are the same.
  ///
  /// Two statements are the same if they differ only in spelling (``SQLText``).
  package let sql: String

  /// The kinds of objects that are created after the tables, in this order. A trigger comes after
  /// the views, because it can belong to a view.
  private static let kindsAfterTables = ["index", "view", "trigger"]

  package init(from: ComparedSchema, to: ComparedSchema) {
    let statements = Self.statements(from: from, to: to)
    guard !statements.isEmpty else {
      sql = ""
      return
    }
    let body = statements.joined(separator: "\n\n") + "\n"
    let head =
      "-- Proposed by comparing two schemas. Review every statement before you apply it.\n\n"
    sql = head + body + Self.remarks(on: body, from: from, to: to)
  }

  private static func statements(from: ComparedSchema, to: ComparedSchema) -> [String] {
    let changes = TableChange.all(from: from, to: to)
    let gone = from.entries.filter { $0.kind == "table" && to.entry(like: $0) == nil }
    // SQLite refuses to rename a table while a view or a trigger refers to a missing table. If a
    // table is dropped or replaced, all views and triggers are therefore dropped first and created
    // at the end.
    let dropsAll = !gone.isEmpty || changes.contains { $0.replacesTable }
    let replaced = changes.filter(\.replacesTable).map(\.name) + gone.map(\.name)
    func isReplaced(_ name: String) -> Bool { replaced.contains { $0.isSameName(as: name) } }
    func isKept(_ entry: ComparedSchema.Entry) -> Bool {
      guard let new = to.entry(like: entry), from.has(entry, sameAs: new, of: to) else {
        return false
      }
      return entry.kind == "index" ? !isReplaced(entry.table) : !dropsAll
    }
    let old = from.entries.filter { $0.kind != "table" && !isKept($0) }
    let new = to.entries.filter { entry in
      entry.kind != "table" && !(from.entry(like: entry).map(isKept) ?? false)
    }
    var statements = kindsAfterTables.reversed().flatMap { kind in
      old.filter { $0.kind == kind && !(kind == "index" && isReplaced($0.table)) }.map { entry in
        remark(onGone: entry, in: to) + "DROP \(kind.uppercased()) \(entry.quotedName);"
      }
    }
    statements += to.entries.filter { $0.kind == "table" && from.entry(like: $0) == nil }
      .map { $0.sql + ";" }
    statements += changes.map { change in
      let indexes = old.filter { $0.kind == "index" && $0.table.isSameName(as: change.name) }
      let gone = change.replacesTable ? indexes.map { remark(onGone: $0, in: to) } : []
      return gone.joined() + change.sql
    }
    statements += gone.map {
      "-- This deletes all rows of \(printable($0.name)).\nDROP TABLE \($0.quotedName);"
    }
    return statements
      + kindsAfterTables.flatMap { kind in new.filter { $0.kind == kind }.map { $0.sql + ";" } }
  }

  /// Returns a comment if the schema to reach does not have an index, trigger or view. Empty if the
  /// migration creates it again.
  private static func remark(
    onGone entry: ComparedSchema.Entry,
    in to: ComparedSchema
  ) -> String {
    to.entry(like: entry) == nil ? "-- Drops \(entry.label), which the new schema lacks.\n" : ""
  }

  /// Runs the migration in a database in memory, and returns comments about the differences that it
  /// leaves. If the migration fails, returns a comment with the error.
  private static func remarks(
    on body: String,
    from: ComparedSchema,
    to: ComparedSchema
  ) -> String {
    do {
      let connection = try WriterConnection.open(.memory, mode: .dryRun)
      // A rebuilt table can be one that other tables refer to. Real migrations also run without
      // foreign keys.
      try connection.run("PRAGMA foreign_keys = OFF")
      let script = (["table"] + kindsAfterTables).flatMap { kind in
        from.entries.filter { $0.kind == kind }.map { $0.sql + ";\n" }
      }.joined()
      try connection.copyingSchema { () throws(DatabaseError) in
        try connection.runScript(script) { _ in }
        try connection.runScript(body) { _ in }
      }
      let left = statements(from: try ComparedSchema(connection), to: to)
      return left.isEmpty
        ? ""
        : "\n-- After this migration, the schemas still differ:\n"
          + left.joined(separator: "\n").split(separator: "\n").map { "-- \($0)\n" }.joined()
    } catch {
      return "\n-- This migration could not be tried out: \(printable(error.message))\n"
    }
  }
}
