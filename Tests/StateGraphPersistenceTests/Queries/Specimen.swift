import TestSupport

@testable import StateGraphPersistence

/// An entity whose columns hold any value, over tables with every affinity, collation and
/// nullability. Tests read its rows by queries, and make no objects.
@Entity(table: "specimens")
final class Specimen {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var integer: SQLiteValue
  @GraphStored var real: SQLiteValue
  @GraphStored var number: SQLiteValue
  @GraphStored var text: SQLiteValue
  @GraphStored var folded: SQLiteValue
  @GraphStored var trimmed: SQLiteValue
  @GraphStored var needed: SQLiteValue
  @GraphStored var blob: SQLiteValue
  @GraphStored var anything: SQLiteValue
  @GraphStored var computed: SQLiteValue
  @GraphStored var virtual: SQLiteValue
  /// Always 0 or 1.
  @GraphStored var flag: SQLiteValue
  @GraphStored var other: Specimen?
}

enum SpecimenTable: String, CaseIterable {
  case plain, strict, indexed, withoutRowID

  private var columns: String {
    let number = self == .strict ? "ANY" : "NUMERIC"
    let anything = self == .strict ? "ANY" : ""
    return """
      id INTEGER PRIMARY KEY NOT NULL, integer INTEGER, real REAL, number \(number), text TEXT,
      folded TEXT COLLATE NOCASE, trimmed TEXT COLLATE RTRIM, needed TEXT NOT NULL, blob BLOB,
      anything \(anything) COLLATE NOCASE,
      computed TEXT COLLATE NOCASE AS (text || 'X') STORED, virtual INTEGER AS (integer),
      flag INTEGER NOT NULL, other_id INTEGER
      """
  }

  func make(in database: Database) throws {
    let end =
      switch self {
      case .strict: " STRICT"
      case .withoutRowID: " WITHOUT ROWID"
      default: ""
      }
    try database.execute(.raw("CREATE TABLE specimens (\(columns))\(end)"))
    guard self == .indexed else { return }
    for path in Specimen.columnPaths {
      let name = path.member.name
      try database.execute("CREATE INDEX \(column: "i_" + name) ON specimens (\(column: name))")
    }
  }

  /// Inserts rows of values that are easily confused, as far as the table accepts them.
  func fill(_ database: Database, rowCount: Int, _ random: inout SeededRandom) throws {
    try database.write {
      for id in 0..<rowCount {
        let values = (0..<10).map { _ in Specimen.values.randomElement(using: &random) ?? .null }
        let insert = """
          INSERT OR IGNORE INTO specimens (id, integer, real, number, text, folded, trimmed, needed,
            blob, anything, other_id, flag) VALUES (
          """
        // Values are cast to the types of a strict table, so that it accepts most rows.
        let fitting = zip(values, SpecimenTable.types).map { value, type -> SQL in
          self == .strict && !type.isEmpty ? "CAST(\(value) AS \(SQL.raw(type)))" : "\(value)"
        }
        try database.execute(
          .raw(insert) + "\(id), \(fitting, separator: ", "), \(id % 2))"
        )
      }
      try database.execute(
        "UPDATE specimens SET text = CAST(x'61ff62c3' AS TEXT), folded = CAST(x'c328' AS TEXT) "
          + "WHERE id % 29 = 3"
      )
    }
  }

  /// The types of the columns that `fill` sets.
  private static let types = [
    "INTEGER", "REAL", "", "TEXT", "TEXT", "TEXT", "TEXT", "BLOB", "", "INTEGER",
  ]
}

extension Specimen {
  static let columnPaths: [ColumnPath] =
    [ColumnPath(row: RowPath(), member: .key(0))]
    + _$definition.columns.map {
      ColumnPath(row: RowPath(), member: .property(PropertyPath($0.path)))
    }

  static let flagPath = ColumnPath(
    row: RowPath(),
    member: .property(PropertyPath(\Specimen.flag))
  )

  static let texts = [
    "", "a", "A", "a ", "A  ", " a", "abc", "ABC", "aBcX", "1", "1.0", " 1", "1e0", "0x1", "-0",
    "0",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "inf", "caf\u{e9}",
    "cafe\u{301}", "CAF\u{c9}", "\u{df}", "ss", "SS", "a\0b", "A\0c", "\0", "%", "_", "\\", "a%c",
    "\u{80}", "\u{c0}", "\u{fffd}", "\u{ffff}", "\u{d7ff}", "\u{10ffff}", "\u{10ffff}z",
    "[k]", "@", "`", "{", "Z", "z",
  ]

  static let values: [SQLiteValue] =
    [
      .null, .integer(0), .integer(1), .integer(-1), .integer(1 << 53), .integer(1 << 53 + 1),
      .integer(.min), .integer(.max), .integer(.max - 1), .real(0), .real(-0.0), .real(1),
      .real(1.5), .real(0.1), .real(0x1p53), .real(0x1p53 + 2), .real(0x1p63), .real(-0x1p63),
      .real(1e300), .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
      .blob([]), .blob([97]), .blob([0]), .blob(Array("abc".utf8)), .blob([0xff]), .blob([49]),
    ] + texts.map { .text($0) }
}

extension ColumnPath.Member {
  fileprivate var name: String {
    switch self {
    case .key(let index): Specimen._$definition.keyColumns[index]
    case .property(let property), .stored(let property):
      Specimen._$definition.columns[Specimen._$definition.columnIndex(of: property.path) ?? 0].name
    }
  }
}
