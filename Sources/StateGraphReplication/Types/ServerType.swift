/// How the values of a column of PostgreSQL are converted: by a rule for their type, or as the text
/// that the server prints.
package enum ServerType: UInt32, Sendable, CaseIterable {
  /// A type without a rule of its own: `date`, `jsonb`, an enum, an array, a range, and others. The
  /// server reads and prints its values in one form.
  case printed = 0
  case boolean = 16
  case bytea = 17
  case int8 = 20
  case int2 = 21
  case int4 = 23
  case text = 25
  case json = 114
  case float4 = 700
  case float8 = 701
  case varchar = 1043
  case timestamptz = 1184
  case numeric = 1700
  case uuid = 2950

  /// The name of the type in SQL.
  package var name: String {
    switch self {
    case .printed: "printed"
    case .boolean: "boolean"
    case .bytea: "bytea"
    case .int8: "bigint"
    case .int2: "smallint"
    case .int4: "integer"
    case .text: "text"
    case .json: "json"
    case .float4: "real"
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
    case .float4: "pg_catalog.float4"
    case .float8: "pg_catalog.float8"
    case .int8: "pg_catalog.int8"
    case .int2: "pg_catalog.int2"
    case .int4: "pg_catalog.int4"
    case .printed: "pg_catalog.text"
    case .bytea, .text, .json, .varchar, .timestamptz, .numeric, .uuid: "pg_catalog.\(name)"
    }
  }

  /// The type of the column in the file that holds the same values.
  package var fileType: FileType {
    switch self {
    case .boolean, .int2, .int4, .int8: .integer
    case .float4, .float8: .real
    case .bytea: .blob
    case .printed, .text, .varchar, .json, .timestamptz, .numeric, .uuid: .text
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
