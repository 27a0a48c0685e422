public import StateGraphSQLite

// The tables that entity types declare, beside those of the file.

extension Database {
  /// Creates the tables of these types that the file does not have, with their indexes and search
  /// tables, in one transaction. A table that is there is left as it is.
  ///
  /// For tests, tools, and a program's first days. A file that people keep is changed by
  /// migrations, which ``proposedMigration(for:)`` helps to write: what is created here is in none.
  ///
  /// - Throws: `DatabaseError`: `.schemaMismatch` where a type refers to a table that is neither
  ///   in the file nor among the types, or is in the file under the name that it had before;
  ///   `.misuse` for a declaration that no table can have.
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

  /// How the file's tables differ from what these types declare, in words. Empty where they do not.
  /// Tables and columns that no type knows are no difference, unless a row needs a value there.
  ///
  /// - Throws: `DatabaseError` where the file cannot be read; `.misuse` for a declaration that no
  ///   table can have.
  public func schemaDifferences(for types: any Entity.Type...) throws -> [SchemaDifference] {
    try comparison(with: types.map { $0._$definition }).differences
  }

  /// The text of a migration that adds what the file lacks, to be reviewed and saved under the next
  /// number; empty where nothing is missing. Nothing is applied.
  ///
  /// It adds and renames, and never drops a column or a row. What SQLite cannot add in place stands
  /// in it as a comment that says why.
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

  /// A new table beside the old one would hide all of its rows.
  private func requireNoFormerTable(of definition: EntityDefinition) throws {
    guard let old = definition.renamedFrom.first, try table(old) != nil else { return }
    throw DatabaseError(
      .schemaMismatch,
      "The file has the table \(definition.table) under its old name \(old).",
      remedy: "Rename it by a migration; proposedMigration(for:) has the SQL."
    )
  }

  /// SQLite would say so when the first row is inserted, and name a table that nobody asked for.
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
        remedy: "Name its type, too."
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
  /// Each once, and what is referred to before what refers to it, except round a circle.
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
