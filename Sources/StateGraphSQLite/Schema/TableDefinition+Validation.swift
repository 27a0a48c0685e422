extension TableDefinition {
  /// Checks the definition for errors that SQLite reports late, with an unclear message, or not at
  /// all.
  ///
  /// - Throws: `.misuse`. The message contains the names of the table and the column.
  package func validate() throws(DatabaseError) {
    try Identifier(name).validate(as: "table")
    guard !LibraryTable.contains(name) else {
      throw fault("The name is the library's own.", remedy: "Choose another name.")
    }
    var seen: [String] = []
    for column in columns {
      try Identifier(column.name).validate(as: "column")
      guard !seen.contains(where: { $0.isSameName(as: column.name) }) else {
        throw fault("Two columns are called \(column.name); case does not tell them apart.")
      }
      seen.append(column.name)
    }
    guard !columns.isEmpty else { throw fault("It has no columns.") }
    guard !primaryKey.isEmpty else {
      throw fault("It has no primary key.", remedy: "Rows are known by their key; declare one.")
    }
    let used =
      primaryKey + searchColumns + indexes.flatMap(\.columns) + references.flatMap(\.columns)
    if let unknown = used.first(where: { column($0) == nil }) {
      throw fault("A key, index, reference or search names \(unknown), which is no column.")
    }
    for index in indexes { try Identifier(index.name(in: name)).validate(as: "index") }
    for key in references where key.columns.count != key.referencedColumns.count {
      throw fault("A reference to \(key.table) has not as many columns as the key it names.")
    }
    try validateSearch()
  }

  private func validateSearch() throws(DatabaseError) {
    guard !searchColumns.isEmpty else { return }
    try Identifier(searchTable).validate(as: "search table")
    guard !isWithoutRowID else {
      throw fault("A table without rowids cannot be searched.", remedy: "Drop WITHOUT ROWID.")
    }
    // FTS5 does not allow columns with these two names (<https://sqlite.org/fts5.html>).
    if let taken = searchColumns.first(where: {
      $0.isSameName(as: "rank") || $0.isSameName(as: "rowid")
    }) {
      throw fault(
        "A search column cannot be called \(taken).",
        remedy: "Give the column another name."
      )
    }
  }

  private func fault(_ what: String, remedy: String = "") -> DatabaseError {
    DatabaseError(.misuse, "The definition of the table \(name) is wrong: \(what)", remedy: remedy)
  }
}

extension Identifier {
  /// The largest length of the name of a table, column or index, in bytes of UTF-8.
  package static let lengthLimit = 128

  /// Checks the name of a table, a column or another object.
  ///
  /// - Parameter kind: The word for this object in the error message, such as `table`.
  /// - Throws: `.misuse` if the name is empty, too long, reserved by SQLite, or contains a NUL
  ///   byte.
  package func validate(as kind: String) throws(DatabaseError) {
    let reason: String
    if name.isEmpty {
      reason = "it is empty"
    } else if name.utf8.contains(0) {
      reason = "it has a NUL in it"
    } else if name.utf8.count > Identifier.lengthLimit {
      reason = "it is longer than \(Identifier.lengthLimit) bytes"
    } else if kind != "column", String(name.prefix(7)).isSameName(as: "sqlite_") {
      reason = "names that begin with sqlite_ are SQLite's own"
    } else {
      return
    }
    throw DatabaseError(
      .misuse,
      "\(name.prefix(40).debugDescription) cannot be the name of a \(kind): \(reason).",
      remedy: "Choose another name."
    )
  }
}
