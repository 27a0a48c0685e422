import StateGraphSQLite

/// A table as a Swift class could declare it.
struct EntityModel {
  /// A column that the class has a property for.
  struct Property {
    let column: ColumnSchema
    /// Not yet escaped.
    let name: String
    let type: String
    /// The model of the table that it refers to.
    let target: Int?
    let reference: ForeignKeySchema?
  }

  let table: TableSchema
  let typeName: String
  /// The Swift types of the key's columns, in key order.
  var keyTypes: [String] = []
  var properties: [Property] = []
  /// To-many relationships: their attributes, and their declarations.
  var relationships: [(attributes: String, declaration: String)] = []
  /// What the class leaves out, in words.
  var omissions: [String] = []
  /// Names that are taken in the class, in the macros' eyes.
  private(set) var names: Set<String> = ["id", "typedid", "isdeleted", "graph"]

  init(_ table: TableSchema, typeName: String) {
    self.table = table
    self.typeName = typeName
  }

  /// The name itself, or with something behind it where it is taken.
  mutating func reserve(_ name: String, orElse other: String? = nil) -> String {
    let numbered = (2...999).lazy.map { "\(name)\($0)" }
    for candidate in [name, other, name + "Value"].compactMap({ $0 }) + Array(numbered.prefix(99))
    where names.insert(candidate.lowercased()).inserted {
      return candidate
    }
    return name
  }

  func property(_ column: String) -> Property? {
    properties.first { $0.column.name.isSameName(as: column) }
  }

  /// The Swift type of a key's column; nil for one that an identifier cannot have.
  static func keyType(_ column: ColumnSchema) -> String? {
    switch column.affinity {
    case .integer: "Int"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// The Swift type of a column's values; nil where none holds all that the column may.
  static func valueType(_ column: ColumnSchema, of table: TableSchema) -> String? {
    switch column.affinity {
    case .integer: isBoolean(column, of: table) ? "Bool" : "Int"
    case .real: "Double"
    case .text: "String"
    case .blob where column.declaredType == "BLOB": "[UInt8]"
    default: nil
    }
  }

  /// Whether the table's text checks that the column is 0 or 1.
  private static func isBoolean(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    let kept = { (text: String) in
      text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" }
    }
    let sql = kept(table.sql)
    let name = kept(column.name)
    return ["check(\(name)in(0,1))", "check(\(name)in(1,0))"].contains { sql.contains($0) }
  }
}
