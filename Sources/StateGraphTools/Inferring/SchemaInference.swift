public import StateGraphFormats
public import StateGraphImport
import StateGraphSQLite

/// Reads whole inputs and says which tables would hold their records without loss.
///
/// Nothing is guessed from a sample: a column is INTEGER where every value is one, NOT NULL where
/// every record has a value, a key where all are distinct, and references another table where every
/// value is there. The values wait in temporary tables of SQLite, so memory stays small. The SQL is
/// for a person to read and edit, with the reasons as comments: what is so of today's records need
/// not be so of tomorrow's.
public struct SchemaInference: Sendable {
  /// What to read, as the importer would.
  public var inputs: [ImportInput]
  /// CSV fields that mean NULL where they are not in quotes, besides the empty field.
  public var nullSpellings: [String] = []

  /// Creates an inference over inputs that are one another's context: references are looked for
  /// among all of them.
  public init(inputs: [ImportInput]) { self.inputs = inputs }

  /// Reads the inputs to their ends, on the calling thread.
  ///
  /// - Throws: ``ImportError`` for an input that cannot be read or is malformed, for one whose name
  ///   does not say its format or table, and for names that SQLite cannot tell apart.
  public func run() throws(ImportError) -> InferredSchema {
    let area = try StagingArea()
    let nulls = nullSpellings.map { Array($0.utf8) }
    var shapes: [RecordShape] = []
    for input in inputs {
      shapes.append(try InputSurvey(input: input, nullSpellings: nulls, area: area).run())
    }
    let assembly = try SchemaAssembly(shapes, in: area)
    let ordered = Self.parentsFirst(assembly.tables)
    for table in ordered where table.name.lowercased().hasPrefix("sqlite_") {
      throw ImportError(
        .unknownTable,
        "SQLite keeps names that begin with sqlite_ for itself: \(printable(table.name))",
        remedy: "Pass another name with --table"
      )
    }
    return InferredSchema(
      sql: Self.header(inputs) + "\n" + ordered.map(\.createSQL).joined(separator: "\n"),
      tables: ordered.map { table in
        InferredSchema.Table(
          name: table.name,
          columns: table.columns.map(\.name),
          primaryKey: table.key,
          records: table.parts.reduce(0) { $0 + Int($1.shape.rowCount) }
        )
      },
      warnings: assembly.warnings
    )
  }

  private static func header(_ inputs: [ImportInput]) -> String {
    let names = inputs.map { input in
      input.path.split(separator: "/").last.map { String($0) } ?? input.path
    }
    return """
      -- Inferred from all records of \(commentText(names.joined(separator: ", "))).
      -- Read and edit this before it is applied: it says what is so in these files, and only you
      -- know what has to be so.

      """
  }

  /// Referenced tables before those that refer to them, else in the order found.
  private static func parentsFirst(_ tables: [InferredTable]) -> [InferredTable] {
    var ordered: [InferredTable] = []
    var rest = tables
    while !rest.isEmpty {
      let next =
        rest.firstIndex { table in
          table.references.allSatisfy { reference in
            reference.table.isSameName(as: table.name)
              || !rest.contains { $0.name.isSameName(as: reference.table) }
          }
        } ?? 0
      ordered.append(rest.remove(at: next))
    }
    return ordered
  }
}

/// The tables that an inference proposes.
public struct InferredSchema: Sendable {
  /// One table of the proposal.
  public struct Table: Sendable {
    /// What it is called.
    public let name: String
    /// Its columns, in order.
    public let columns: [String]
    /// The columns of its key, in key order.
    public let primaryKey: [String]
    /// How many records of the inputs it was inferred from, nested ones included.
    public let records: Int
  }

  /// The text of a migration.
  public let sql: String
  /// Referenced tables first.
  public let tables: [Table]
  /// What the importer will refuse for all that, in sentences without a full stop.
  public let warnings: [String]
}
