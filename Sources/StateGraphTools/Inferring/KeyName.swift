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
