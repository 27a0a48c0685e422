/// What tables should be beside what the file has: every difference in words, and the SQL that
/// would add what is missing. Pure; nothing is applied.
package struct SchemaComparison: Sendable {
  /// In the order of the definitions.
  package let differences: [SchemaDifference]

  /// A migration to review and save, or empty where there is nothing to add. It only adds and
  /// renames; what that cannot do stands in it as a comment that says why.
  package let proposal: String

  package init(definitions: [TableDefinition], file: FileSchema) {
    // A rename changes what other tables reference, so all of them come first.
    let file = file.renamingTables(as: definitions)
    let tables = definitions.map { TableComparison($0, in: file) }
    differences = tables.flatMap(\.differences)
    let sections = tables.compactMap(\.proposalSection)
    proposal =
      sections.isEmpty
      ? ""
      : (["-- Proposed by comparing the declared tables with the file. Review before you save it."]
        + sections).joined(separator: "\n\n") + "\n"
  }

  /// - Throws: `.schemaMismatch` with one line for each difference that makes a table unusable.
  package func requireUsable() throws(DatabaseError) {
    let breaking = differences.filter(\.isBreaking)
    guard !breaking.isEmpty else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The file's tables are not what the types declare:\n"
        + breaking.map { "  \($0.text)" }.joined(separator: "\n"),
      remedy: "Add a migration; the comparison of the schema proposes one."
    )
  }
}

/// One way in which the file's table is not the declared one.
public struct SchemaDifference: Sendable, Hashable, CustomStringConvertible {
  /// The table, as the type calls it.
  public let table: String
  /// Nil where it concerns the whole table.
  public let column: String?
  /// `users.age: the type says INTEGER NOT NULL, the file says TEXT`
  public let text: String
  /// The table cannot be used with it: a value would be lost or refused.
  public let isBreaking: Bool

  /// The same as ``text``.
  public var description: String { text }
}

extension FileSchema {
  /// The file as it is once the tables are renamed as `definitions` say. A table remembers that in
  /// its comparison, which looks for the old name in `objects`.
  fileprivate func renamingTables(as definitions: [TableDefinition]) -> FileSchema {
    var renamed = self
    for definition in definitions where table(definition.name) == nil {
      guard let old = definition.renamedFrom, let index = renamed.tableIndex(old),
        !definitions.contains(where: { $0.name.isSameName(as: old) })
      else { continue }
      renamed.tables[index].name = definition.name
      for table in renamed.tables.indices {
        for key in renamed.tables[table].foreignKeys.indices
        where renamed.tables[table].foreignKeys[key].referencedTable.isSameName(as: old) {
          renamed.tables[table].foreignKeys[key].referencedTable = definition.name
        }
      }
    }
    return renamed
  }

  private func tableIndex(_ name: String) -> Int? {
    tables.firstIndex { $0.name.isSameName(as: name) }
  }
}
