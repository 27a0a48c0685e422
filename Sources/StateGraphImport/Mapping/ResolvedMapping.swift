import StateGraphFormats
import StateGraphSQLite

/// The mapping of one table, with all names resolved against the schema.
///
/// Immutable, apart from the shared `use`. A class, because it is passed around for every record,
/// and copying a struct of so many dictionaries would cost more than their use.
final class ResolvedMapping {
  /// A value that a column gets where a record has none.
  struct Constant {
    let column: Int
    let content: JSONValue.Content
    let cell: Cell
  }

  /// How the dates of a column are converted.
  struct DateConversion {
    let reader: DateReader
    let form: MappedDate.Form
  }

  /// The resolved parts of a mapping.
  struct Parts {
    var renames: [ExactName: String] = [:]
    var ignored: Set<ExactName> = []
    var splits: [ExactName: TextSplit] = [:]
    var constants: [Constant] = []
    /// By column.
    var dates: [Int: DateConversion] = [:]
    /// By column.
    var nullSpellings: [Int: [String]] = [:]
  }

  let table: TablePlan
  /// Whether names without a meaning are left out. Otherwise they are an error.
  let ignoresUnknown: Bool
  /// Which parts have been used; nil where the table has no mapping.
  let use: MappingUse?
  /// Whether the mapping has any parts. Without them, a record is read as the schema has it.
  let isEmpty: Bool
  private let parts: Parts

  /// - Parameter parts: The parts of the mapping; nil where the table has none.
  init(_ table: TablePlan, _ parts: Parts? = nil, ignoresUnknown: Bool, use: MappingUse? = nil) {
    self.table = table
    self.parts = parts ?? Parts()
    isEmpty = parts == nil
    self.ignoresUnknown = ignoresUnknown
    self.use = use
  }

  var constants: [Constant] { parts.constants }

  // MARK: - Names

  /// The column that a name in an input means; nil where it means no column.
  func column(named name: String) -> Int? { table.columnIndex(newName(name)) }

  /// The column that a name in a header means, by the rules of `TablePlan.columnIndex(_:among:)`.
  func column(named name: String, among header: [String]) -> Int? {
    let name = newName(name)
    if let column = table.columnIndex(name) { return column }
    guard table.reference(name) != nil else { return nil }
    return table.columnIndex(name, among: header.map(newName))
  }

  /// Whether a name in a header has a meaning.
  func knows(_ name: String) -> Bool {
    let exact = ExactName(name)
    return parts.ignored.contains(exact) || parts.splits[exact] != nil
      || table.knows(newName(name))
  }

  /// Whether the mapping leaves a name out. Notes that this part was used.
  func ignores(_ name: String) -> Bool {
    guard parts.ignored.contains(ExactName(name)) else { return false }
    use?.note(.ignore, name)
    return true
  }

  /// The split of the values under a name. Notes that this part was used.
  func split(_ name: String) -> TextSplit? {
    guard let split = parts.splits[ExactName(name)] else { return nil }
    use?.note(.split, name)
    return split
  }

  /// The new name of a name in an input; nil where it is not renamed. Notes that this part was
  /// used.
  func renamed(_ name: String) -> String? {
    guard let new = parts.renames[ExactName(name)] else { return nil }
    use?.note(.rename, name)
    return new
  }

  private func newName(_ name: String) -> String { parts.renames[ExactName(name)] ?? name }

  // MARK: - Values

  /// Whether a text stands for NULL in a column.
  func hasNullSpelling(_ text: String, column: Int) -> Bool {
    parts.nullSpellings[column]?.containsExactly(text) == true
  }

  /// Whether a text stands for NULL in a column.
  func hasNullSpelling(_ text: UnsafeRawBufferPointer, column: Int) -> Bool {
    parts.nullSpellings[column]?.contains { $0.utf8.elementsEqual(text) } == true
  }

  func hasDate(_ column: Int) -> Bool { parts.dates[column] != nil }

  /// The JSON value of a column, with its spellings of NULL and of dates converted.
  func converted(
    _ content: JSONValue.Content,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    if case .string(let text) = content, hasNullSpelling(text, column: column) { return .null }
    return try dated(content, of: column, at: place())
  }

  /// The cell of a column for a text of an input without types. An empty text is NULL.
  func cell(
    _ text: String,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> Cell {
    let kind = table.kinds[column]
    guard !text.isEmpty else { return kind.isNotNull ? .absent : .null }
    do {
      guard !hasDate(column) else {
        let date = try dated(.string(text), of: column, at: place())
        return try Cell(json: date, kind)
      }
      var text = text
      let cell = text.withUTF8 { bytes in
        Result { () throws(CellProblem) in try Cell(csv: UnsafeRawBufferPointer(bytes), kind) }
      }
      // Bytes would be those of the local copy.
      if case .bytes = try cell.get() { return .text(text) }
      return try cell.get()
    } catch let error as CellProblem {
      throw error.error(table.column(column), of: table, at: place())
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the value could not be converted", cause: error)
    }
  }

  private func dated(
    _ content: JSONValue.Content,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    guard let date = parts.dates[column] else { return content }
    let timestamp: Timestamp?
    switch content {
    case .null: return .null
    case .string(let text): timestamp = date.reader.timestamp(text)
    case .integer(let integer): timestamp = date.reader.timestamp(integer)
    default: timestamp = nil
    }
    guard let timestamp else {
      throw ImportError(
        .wrongType,
        "the value is not a date in the form that the mapping of \(description(column)) expects",
        remedy: "Correct the value, or \"from\" in the mapping",
        place: place()
      )
    }
    guard let converted = timestamp.content(date.form) else {
      throw ImportError(
        .wrongType,
        "the mapping of \(description(column)) cannot keep the date's fraction of a second",
        remedy: "Keep it as iso8601",
        place: place()
      )
    }
    return converted
  }

  private func description(_ column: Int) -> String {
    "column \(printable(table.column(column).name)) of table \(printable(table.name))"
  }

  // MARK: - Use

  /// Notes that an input has values for a column.
  func noteUse(ofColumn column: Int) {
    guard let use else { return }
    if parts.dates[column] != nil { use.note(.dates, table.column(column).name) }
    if parts.nullSpellings[column] != nil { use.note(.nulls, table.column(column).name) }
  }

  /// Notes that a nested record has a value for a column of the link that leads to it.
  func noteLink(_ name: String, _ column: Int) {
    use?.noteRecord()
    if parts.renames[ExactName(name)] != nil { use?.note(.rename, name) }
    noteUse(ofColumn: column)
  }
}
