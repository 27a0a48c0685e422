import StateGraphFormats
import StateGraphImport

/// Chooses the primary key of an inferred table: columns of the input that identify its rows, or a
/// key column that the importer fills.
struct KeyChoice {
  let area: StagingArea
  let missingKeys: MissingKeyPolicy

  /// Chooses the primary key of a table whose records are not nested in others.
  ///
  /// - Parameter tables: The tables whose records are not nested.
  func choose(
    for table: InferredTable,
    among tables: [InferredTable]
  ) throws(ImportError) {
    if let name = table.parts.compactMap(\.shape.recordKeyName).first {
      (table.key, table.keyNote) = ([name], "the names of the members that contain the records")
      return
    }
    let search = KeySearch(table, in: area)
    if let found = try search.run(among: tables) {
      (table.key, table.keyNote) = (found.columns, found.note)
    } else {
      addKey(to: table, because: try search.missing())
    }
  }

  /// Adds a key column whose values the importer makes, because the input has no key. `reason`
  /// becomes a comment in the SQL.
  func addKey(to table: InferredTable, because reason: String) {
    switch missingKeys {
    case .content:
      var name = "content_key"
      while table.column(name) != nil { name = "record_" + name }
      table.addMade(name, type: InferredType("TEXT"), isFirst: true)
      table.key = [name]
      table.keyNote = reason + "; import makes this key from the content of the record"
    case .append:
      var name = table.column("id") == nil ? "id" : table.singular + "_row_id"
      while table.column(name) != nil { name = "record_" + name }
      table.addMade(name, type: InferredType("INTEGER"), isFirst: true)
      table.key = [name]
      table.keyNote = reason + "; import --key append numbers the records"
    }
  }
}

/// The names that people give to the keys of their records.
enum KeyName {
  /// Returns the names by which a column of the table is probably its key, the most likely first.
  static func of(_ table: InferredTable) -> [String] {
    let (name, singular) = (table.name, table.singular)
    let own = [singular + "_id", name + "_id", "id_" + singular, singular + "id"]
    let coded = ["code", "key", "uuid", "no", "nr", "number"].map { singular + "_" + $0 }
    return ["id", "_id"] + own + coded + usual
  }

  /// Names of identifiers in several languages, and identifiers that an authority assigns.
  private static let usual = [
    "uuid", "guid", "ulid", "oid", "pk", "key", "code", "slug", "identifier",
    "kennung", "schluessel", "schl\u{FC}ssel", "kode", "kod", "identifiant", "cle", "cl\u{E9}",
    "codigo", "c\u{F3}digo", "clave", "identificador", "codice", "chiave",
    "isbn", "ean", "gtin", "sku", "iata", "icao",
  ]
}
