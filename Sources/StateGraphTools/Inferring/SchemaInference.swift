public import StateGraphFormats
public import StateGraphImport
import StateGraphSQLite

/// Infers tables that can store the records of the inputs without loss.
///
/// The inference reads every record. A column is INTEGER if every value is an integer. A column is
/// NOT NULL if every record has a value. A column is a key if all values are different. A column is
/// a reference if every value exists in the referenced table.
///
/// Temporary SQLite tables contain the values, so little memory is needed.
///
/// A person should read and edit the SQL, because later records can be different. Comments in the
/// SQL give the reason for each decision.
public struct SchemaInference: Sendable {
  /// The inputs to read, with the same options as for an import.
  public var inputs: [ImportInput]
  /// The texts that mean NULL in a CSV field without quotes.
  ///
  /// An empty field without quotes always means NULL.
  public var nullSpellings: [String] = []

  /// Creates an inference over several inputs.
  ///
  /// The inference also searches for references from one input to another.
  public init(inputs: [ImportInput]) { self.inputs = inputs }

  /// Reads all inputs to their ends, on the calling thread.
  ///
  /// - Returns: The inferred tables as SQL and as a list.
  /// - Throws: `ImportError` if an input cannot be read or is malformed. The same error if the
  ///   format, the table or the columns cannot be determined from the names.
  public func run() throws(ImportError) -> InferredSchema {
    let area = try StagingArea()
    let nulls = nullSpellings.map { Array($0.utf8) }
    var shapes: [RecordShape] = []
    for input in inputs {
      shapes.append(try InputProfile(input: input, nullSpellings: nulls, area: area).run())
    }
    let assembly = try SchemaAssembly(shapes, in: area)
    let ordered = Self.parentsFirst(assembly.tables)
    for table in ordered where table.name.lowercased().hasPrefix("sqlite_") {
      throw ImportError(
        .unknownTable,
        "SQLite reserves names that begin with sqlite_: \(printable(table.name))",
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
      -- Read and edit this before you apply it: it describes these files, and later files may
      -- differ.

      """
  }

  /// Returns the tables in the order of creation.
  ///
  /// Each table comes after the tables that it refers to, unless the references form a cycle.
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
