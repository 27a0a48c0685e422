/// The differences between declared tables and the tables of a file.
///
/// Creating a comparison does not change the file. The comparison contains SQL that would add the
/// missing parts.
package struct SchemaComparison: Sendable {
  /// The differences, in the order of the declared tables.
  package let differences: [SchemaDifference]

  /// The SQL of a migration that adds the missing parts of the file. The user reviews and saves
  /// this SQL.
  ///
  /// The SQL only adds, renames, and rebuilds search tables. Any other difference becomes a comment
  /// with the reason why the SQL does not remove it. Empty if there are no differences.
  package let proposal: String

  package init(definitions: [TableDefinition], file: FileSchema) {
    // A rename also changes the references in other tables. All tables are therefore renamed before
    // the comparison.
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

  /// Throws an error if a difference makes a table unusable, because values would be lost or
  /// refused.
  ///
  /// - Throws: `.schemaMismatch`. The message has one line for each such difference.
  package func requireUsable() throws(DatabaseError) {
    let breaking = differences.filter(\.isBreaking)
    guard !breaking.isEmpty else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The file's tables are not what the types declare:\n"
        + breaking.map { "  \($0.text)" }.joined(separator: "\n"),
      remedy: "Add a migration. `database.proposedMigration(for:)` returns its SQL."
    )
  }
}

/// One difference between a table of the file and its declaration in Swift.
public struct SchemaDifference: Sendable, Hashable, CustomStringConvertible {
  /// The name of the table in the declaration of the Swift type.
  public let table: String
  /// The name of the column, or nil if the difference concerns the complete table.
  public let column: String?
  /// The difference in words. An example is `users.age: the type says INTEGER NOT NULL, the file
  /// says TEXT`.
  public let text: String
  /// Whether the difference makes the table unusable, because a value would be lost or refused.
  public let isBreaking: Bool

  /// The difference in words, the same as ``text``.
  public var description: String { text }
}

extension FileSchema {
  /// Returns this schema, with tables renamed as `definitions` declare.
  ///
  /// `objects` still has the old names. The comparison needs them to find a renamed table.
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
