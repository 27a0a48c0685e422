public import StateGraphSQLite

// These methods compare the tables that entity types declare with the tables of the file.

extension Database {
  /// Creates the tables of these types that the file does not have, with their indexes and search
  /// tables.
  ///
  /// Runs in one transaction, and does not change existing tables. Use this method for tests, tools
  /// and prototypes. No migration contains the tables that this method creates. For the files of
  /// users, therefore write migrations with the help of ``proposedMigration(for:)``.
  ///
  /// - Throws: `DatabaseError` with `.schemaMismatch` if a type references a table that is neither
  ///   in the file nor among the types. The same code is used if the file still has a table under
  ///   its former name. The code is `.misuse` if SQLite cannot create a table as its type declares
  ///   it.
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

  /// Returns the differences between the file's tables and the declarations of these types.
  ///
  /// Each difference has a description in words. A table or column that no type declares is not a
  /// difference. The only exception is a column that requires a value in each new row.
  ///
  /// - Throws: `DatabaseError` if the file cannot be read. The code is `.misuse` if SQLite cannot
  ///   create a table as its type declares it.
  public func schemaDifferences(for types: any Entity.Type...) throws -> [SchemaDifference] {
    try comparison(with: types.map { $0._$definition }).differences
  }

  /// Returns the text of a migration that adds the missing tables and columns to the file.
  ///
  /// This method does not change the file. Review the text and save it under the next migration
  /// number.
  ///
  /// The migration adds and renames, but never drops a column or a row. If SQLite cannot make a
  /// change in place, the text contains a comment with the reason. The text is empty if nothing is
  /// missing.
  ///
  /// - Throws: The errors of ``schemaDifferences(for:)``.
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

  /// Throws if the file has the table under its former name.
  ///
  /// A new table with the new name would hide the rows of the old table.
  private func requireNoFormerTable(of definition: EntityDefinition) throws {
    guard let old = definition.renamedFrom.first, try table(old) != nil else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The file has the table \(definition.table) under its old name \(old).",
      remedy: "Rename it by a migration; proposedMigration(for:) has the SQL."
    )
  }

  /// Throws if a referenced table is neither in the file nor among `definitions`.
  ///
  /// SQLite would report this error only when the first row is inserted.
  private func requireReferences(
    of definition: EntityDefinition,
    among definitions: [EntityDefinition]
  ) throws {
    for key in definition.tableDefinition.references {
      guard !definitions.contains(where: { $0.table.isSameName(as: key.table) }),
        try table(key.table) == nil
      else { continue }
      throw DatabaseError(
        .schemaMismatch,
        "\(definition.table).\(key.columns.joined(separator: ", ")) refers to the table "
          + "\(key.table), which is not there.",
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
  /// The definitions without duplicates. Each referenced table comes before the tables that
  /// reference it, unless the references form a cycle.
  fileprivate var inOrderOfReference: [EntityDefinition] {
    var ordered: [EntityDefinition] = []
    var seen: Set<ObjectIdentifier> = []
    func visit(_ definition: EntityDefinition) {
      guard seen.insert(ObjectIdentifier(definition)).inserted else { return }
      let targets =
        definition.columns.compactMap { $0.referencedTable?() }
        + definition.references.map { $0.referencedTable() }
      for target in targets where contains(where: { $0 === target }) { visit(target) }
      ordered.append(definition)
    }
    for definition in self { visit(definition) }
    return ordered
  }
}
