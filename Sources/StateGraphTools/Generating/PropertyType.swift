import StateGraphSQLite

/// The Swift type of a property that stores a column, with what its declaration says beside it.
struct PropertyType {
  let name: String
  /// The argument of `@Column` by which the value is stored in another form.
  var form: String?
  /// A comment about values that other programs can store in the column, but the type cannot hold.
  var remark: String?

  private init(_ name: String, form: String? = nil, remark: String? = nil) {
    (self.name, self.form, self.remark) = (name, form, remark)
  }

  /// Chooses the type by the type that the column declares. A column that can have any value gets
  /// `SQLiteValue`.
  init(_ column: ColumnSchema, of table: TableSchema) {
    self =
      table.isStrict
      ? PropertyType(affinityOf: column, table)
      : PropertyType(named: column, table) ?? PropertyType(affinityOf: column, table)
  }

  /// The type for a name of a type that SQLite does not know, but other programs use: Django,
  /// Rails, SQLAlchemy, Core Data, GeoPackage and SpatiaLite.
  private init?(named column: ColumnSchema, _ table: TableSchema) {
    let word = column.declaredType.prefix { $0.isLetter || $0.isNumber }
    switch (word, column.affinity) {
    case ("BOOL", .numeric), ("BOOLEAN", .numeric):
      let remark = "Other programs can store other values than 0 and 1 here."
      self.init("Bool", remark: Self.isBoolean(column, of: table) ? nil : remark)
    case ("TIMESTAMP", .numeric) where table.column("Z_PK") != nil:
      self.init("Double", remark: "Core Data stores seconds since 2001-01-01 here.")
    case ("DATE", .numeric):
      self.init(
        "Date",
        remark: "A time of day is written too. Other programs can store numbers or other text here."
      )
    case ("DATETIME", .numeric), ("TIMESTAMP", .numeric), ("TIMESTAMPTZ", .numeric):
      self.init(
        "Date",
        remark: "A date in UTC. Other programs can store numbers, other text or local times here."
      )
    case ("DECIMAL", .numeric), ("NUMERIC", .numeric):
      self.init(
        "Decimal",
        form: "as: NumericDecimal.self",
        remark: "A number of at most 15 digits. Other programs can store other text here."
      )
    case ("JSON", .numeric), ("JSONB", .numeric): self.init(json: column)
    case ("BINARY", _), ("VARBINARY", _), ("GEOMETRY", _), ("GEOMETRYCOLLECTION", _),
      ("POINT", _), ("LINESTRING", _), ("POLYGON", _), ("MULTIPOINT", _), ("MULTILINESTRING", _),
      ("MULTIPOLYGON", _), ("CURVE", _), ("SURFACE", _):
      self.init("Data", remark: "Other programs can store numbers or text here.")
    default: return nil
    }
  }

  private init(affinityOf column: ColumnSchema, _ table: TableSchema) {
    switch column.affinity {
    case .integer: self.init(Self.isBoolean(column, of: table) ? "Bool" : "Int")
    case .real: self.init("Double")
    case .text where Self.text(of: table).contains("json_valid(\(Self.kept(column.name)))"):
      self.init(json: column)
    case .text: self.init("String")
    case .blob where column.declaredType.contains("BLOB"): self.init("Data")
    case .blob, .numeric: self.init("SQLiteValue")
    }
  }

  private init(json column: ColumnSchema) {
    self.init("AnyJSON", form: ".json", remark: "JSON. Any Codable type can replace AnyJSON.")
  }

  /// Returns whether the SQL of the table has a CHECK by which the column can have only 0 and 1.
  private static func isBoolean(_ column: ColumnSchema, of table: TableSchema) -> Bool {
    let (sql, name) = (text(of: table), kept(column.name))
    return ["check(\(name)in(0,1))", "check(\(name)in(1,0))"].contains { sql.contains($0) }
  }

  private static func text(of table: TableSchema) -> String { kept(table.sql) }

  private static func kept(_ text: String) -> String {
    text.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "`" }
  }
}
