import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

extension CheckReport {
  /// Returns the report of `check` as text for the terminal, with a line for each problem. The last
  /// line has the number of problems.
  func text(path: String) -> String {
    var lines = damage.map { "damage: \($0)" } + advice(path: path).map { "advice: \($0)" }
    lines += unchecked.map { "not checked: \($0)" }
    lines += brokenReferences.map { "reference: \($0)" }
    for orphan in orphans {
      let rows = orphan.rowIDs.map { String($0) }.joined(separator: ", ")
      let more = orphan.count > orphan.rowIDs.count && !rows.isEmpty ? ", …" : ""
      let columns = orphan.columns.joined(separator: ", ")
      lines.append(
        "orphans: \(Quantity(orphan.count, of: "row")) of \(orphan.table) (\(columns)) "
          + "\(orphan.count == 1 ? "refers" : "refer") to missing rows of \(orphan.referencedTable)"
          + (rows.isEmpty ? "" : ": rowid \(rows)\(more)")
      )
    }
    for migration in migrations ?? [] where migration.kind != .applied {
      lines.append("migration: \(migration.name) is \(migration.kind.rawValue)")
    }
    lines += (drift ?? []).map { "schema: \($0)" }
    if isForeign {
      let id = String(UInt32(truncatingIfNeeded: applicationID), radix: 16)
      lines.append("application: the application id 0x\(id) is that of another program")
    }
    let count = problemCount
    lines.append(
      count == 0 ? "\(path): no problem found" : "\(path): \(Quantity(count, of: "problem"))"
    )
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  /// Returns the report of `check` as JSON, for programs that parse the output of the command.
  func json(path: String) -> JSONOutput {
    .object([
      ("version", .integer(1)), ("command", .string("check")), ("path", .string(path)),
      ("problems", .integer(problemCount)), ("damage", .strings(damage)),
      ("advice", .strings(advice(path: path))),
      ("unchecked", .strings(unchecked)), ("brokenReferences", .strings(brokenReferences)),
      (
        "orphans",
        .array(
          orphans.map {
            .object([
              ("table", .string($0.table)), ("columns", .strings($0.columns)),
              ("references", .string($0.referencedTable)), ("rows", .integer($0.count)),
              ("rowids", .array($0.rowIDs.map { .integer($0) })),
            ])
          }
        )
      ),
      (
        "migrations",
        migrations.map { states in
          .array(
            states.map {
              .object([("name", .string($0.name)), ("state", .string($0.kind.rawValue))])
            }
          )
        } ?? .null
      ),
      ("drift", drift.map { .strings($0) } ?? .null),
      ("applicationID", .integer(applicationID)), ("foreign", .boolean(isForeign)),
    ])
  }

  /// What to do about the damage, one sentence without a full stop for each kind.
  private func advice(path: String) -> [String] {
    let found = damage.map { DamageKind(message: $0) }
    let file = ShellWord.quoted(path)
    return DamageKind.allCases.filter(found.contains).map { kind in
      switch kind {
      case .index:
        "the indexes are made again from the rows, and no row is lost, with: stategraph query "
          + "\(file) REINDEX --write"
      case .storedType:
        "SET c = c in an UPDATE stores each value of a column c in the type that it declares"
      case .null: "give these rows a value, or make the column optional"
      case .check: "find the rows with SELECT and WHERE NOT (…), and correct them"
      case .pages:
        "restore a backup, or save what can be read into a new file with: sqlite3 \(file) .recover"
      }
    }
  }
}
