public import StateGraphSQLite

// The comparison of the tables that entity types declare with the tables of the file.

extension Database {
  /// Creates the tables of these types that the file does not have, with their indexes and search
  /// tables, in one transaction. Existing tables are not changed.
  ///
  /// Meant for tests, tools and prototypes. Change the files of users by migrations, which
  /// ``proposedMigration(for:)`` helps to write: no migration contains the tables created here.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch` if a type refers to a table that is neither
  ///   in the file nor among the types, or if the file has the table under its former name; with
  ///   `.misuse` if a declaration is not possible for a table.
  public func createTables(for types: any Entity.Type...) throws {
    let definitions = types.map { $0._$definition }.inOrderOfReference
    for definition in definitions { try definition.validate() }
    try write {
      for definition in definitions where try table(definition.table) == nil {
        try requireNoFormerTable(of: definition)
        try requireReferences(of: definition, among: definitions)
        for statement in definition.tableDefinition.createStatements { try execute(statement) }
      }
    }
  }

  /// The differences between the file's tables and the declarations of these types, in words.
  /// Tables and columns that no type declares are not differences, unless a new row needs a value
  /// in such a column.
  ///
  /// - Throws: `DatabaseError` if the file cannot be read; with `.misuse` if a declaration is not
  ///   possible for a table.
  public func schemaDifferences(for types: any Entity.Type...) throws -> [SchemaDifference] {
    try comparison(with: types.map { $0._$definition }).differences
  }

  /// The text of a migration that adds what the file lacks, for you to review and save under the
  /// next number. Empty if nothing is missing. Nothing is applied.
  ///
  /// The migration adds and renames; it never drops a column or a row. A change that SQLite cannot
  /// make in place is a comment with the reason.
  ///
  /// - Throws: As ``schemaDifferences(for:)``.
  public func proposedMigration(for types: any Entity.Type...) throws -> String {
    try comparison(with: types.map { $0._$definition }).proposal
  }

  private func comparison(with definitions: [EntityDefinition]) throws -> SchemaComparison {
    let definitions = definitions.inOrderOfReference
    for definition in definitions { try definition.validate() }
    let file = try read { try withReader { try SchemaReader($0).file() } }
    return SchemaComparison(
      definitions: definitions.map { $0.tableDefinition(in: file) },
      file: file
    )
  }

  /// Throws if the file has the table under its former name: a new table would hide the old rows.
  private func requireNoFormerTable(of definition: EntityDefinition) throws {
    guard let old = definition.renamedFrom.first, try table(old) != nil else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The file has the table \(definition.table) under its old name \(old).",
      remedy: "Rename it by a migration; proposedMigration(for:) has the SQL."
    )
  }

  /// Throws if a referenced table is missing. SQLite would report it only when the first row is
  /// inserted.
  private func requireReferences(
    of definition: EntityDefinition,
    among definitions: [EntityDefinition]
  ) throws {
    for column in definition.columns {
      guard let target = column.referencedTable?().table,
        !definitions.contains(where: { $0.table.isSameName(as: target) }),
        try table(target) == nil
      else { continue }
      throw DatabaseError(
        .schemaMismatch,
        "\(definition.table).\(column.name) refers to the table \(target), which is not there.",
        remedy: "Pass its type to the call, too."
      )
    }
  }
}

extension EntityDefinition {
  fileprivate func validate() throws(DatabaseError) {
    try requireColumnsOfTheirOwn()
    try tableDefinition.validate()
  }
}

extension [EntityDefinition] {
  /// Each definition once, and referenced definitions before those that refer to them, except in a
  /// cycle.
  fileprivate var inOrderOfReference: [EntityDefinition] {
    var ordered: [EntityDefinition] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ definition: EntityDefinition) {
      guard seen.insert(ObjectIdentifier(definition)).inserted else { return }
      for column in definition.columns {
        guard let target = column.referencedTable?(), contains(where: { $0 === target }) else {
          continue
        }
        visit(target)
      }
      ordered.append(definition)
    }
    for definition in self { visit(definition) }
    return ordered
  }
}
