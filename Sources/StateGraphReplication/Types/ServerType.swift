/// The types of PostgreSQL that a replicated column may have.
package enum ServerType: UInt32, Sendable, CaseIterable {
  case boolean = 16
  case bytea = 17
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case json = 114
  case float8 = 701
  case varchar = 1043
  case timestamptz = 1184
  case numeric = 1700
  case uuid = 2950

  /// The name of the type in SQL.
  package var name: String {
    switch self {
    case .boolean: "boolean"
    case .bytea: "bytea"
    case .int8: "bigint"
    case .int2: "smallint"
    case .int4: "integer"
    case .text: "text"
    case .json: "json"
    case .float8: "double precision"
    case .varchar: "varchar"
    case .timestamptz: "timestamptz"
    case .numeric: "numeric"
    case .uuid: "uuid"
    }
  }

  /// The name of the type for statements, which means the same under each search path.
  package var sqlName: String {
    switch self {
    case .boolean: "pg_catalog.bool"
    case .float8: "pg_catalog.float8"
    case .int8: "pg_catalog.int8"
    case .int2: "pg_catalog.int2"
    case .int4: "pg_catalog.int4"
    case .bytea, .text, .json, .varchar, .timestamptz, .numeric, .uuid: "pg_catalog.\(name)"
    }
  }

  /// The type of the column in the file that holds the same values.
  package var fileType: FileType {
    switch self {
    case .boolean, .int2, .int4, .int8: .integer
    case .float8: .real
    case .bytea: .blob
    case .text, .varchar, .json, .timestamptz, .numeric, .uuid: .text
    }
  }
}

/// The storage class of a column in the file.
package enum FileType: String, Sendable, CaseIterable {
  case integer = "INTEGER"
  case real = "REAL"
  case text = "TEXT"
  case blob = "BLOB"
}
