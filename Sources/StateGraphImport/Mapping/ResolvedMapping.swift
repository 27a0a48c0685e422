import StateGraphFormats
import StateGraphSQLite

/// The column mapping of one table, with all names resolved to columns of the schema.
///
/// Immutable, apart from the shared `use`. It is a class because it is passed around for every
/// record: copying a struct with so many dictionaries would cost more than using them.
final class ResolvedMapping {
  /// A value that a column gets if a record has none for it.
  struct Constant {
    let column: Int
    let content: JSONValue.Content
    let cell: Cell
  }

  /// The conversion of the dates in one column.
  struct DateConversion {
    let reader: DateReader
    let form: MappedDate.Form
  }

  /// The resolved entries of a column mapping.
  struct Parts {
    var renames: [ExactName: String] = [:]
    var ignored: Set<ExactName> = []
    var splits: [ExactName: TextSplit] = [:]
    var constants: [Constant] = []
    /// The date conversions, keyed by the index of the column.
    var dates: [Int: DateConversion] = [:]
    /// The texts that mean NULL, keyed by the index of the column.
    var nullSpellings: [Int: [String]] = [:]
  }

  let table: TablePlan
  /// Whether names that the table does not have are left out. Otherwise they are an error.
  let ignoresUnknown: Bool
  /// Records which entries have been used; nil if the table has no mapping.
  let use: MappingUse?
  /// Whether the table has no column mapping. In this case, a record is read exactly as the input
  /// has it.
  let isEmpty: Bool
  private let parts: Parts

  /// Creates the resolved mapping of one table.
  ///
  /// - Parameter parts: The resolved entries of the mapping; nil if the table has no mapping.
  init(_ table: TablePlan, _ parts: Parts? = nil, ignoresUnknown: Bool, use: MappingUse? = nil) {
    self.table = table
    self.parts = parts ?? Parts()
    isEmpty = parts == nil
    self.ignoresUnknown = ignoresUnknown
    self.use = use
  }

  var constants: [Constant] { parts.constants }

  // MARK: - Names

  /// Returns the column that a name in an input means, or nil if it means none.
  func column(named name: String) -> Int? { table.columnIndex(newName(name)) }

  /// Returns the column that a name in a CSV header means, by the rules of
  /// `TablePlan.columnIndex(_:among:)`.
  func column(named name: String, among header: [String]) -> Int? {
    let name = newName(name)
    if let column = table.columnIndex(name) { return column }
    guard table.reference(name) != nil else { return nil }
    return table.columnIndex(name, among: header.map(newName))
  }

  /// Returns whether a name in a CSV header has a meaning for the table or its mapping.
  func knows(_ name: String) -> Bool {
    let exact = ExactName(name)
    return parts.ignored.contains(exact) || parts.splits[exact] != nil
      || table.knows(newName(name))
  }

  /// Returns whether the mapping ignores a name. If so, notes that this entry of the mapping was
  /// used.
  func ignores(_ name: String) -> Bool {
    guard parts.ignored.contains(ExactName(name)) else { return false }
    use?.note(.ignore, name)
    return true
  }

  /// Returns the split for the values under a name, or nil. Notes that this entry of the mapping
  /// was used.
  func split(_ name: String) -> TextSplit? {
    guard let split = parts.splits[ExactName(name)] else { return nil }
    use?.note(.split, name)
    return split
  }

  /// Returns the new name for a name in an input, or nil if the mapping does not rename it. Notes
  /// that this entry of the mapping was used.
  func renamed(_ name: String) -> String? {
    guard let new = parts.renames[ExactName(name)] else { return nil }
    use?.note(.rename, name)
    return new
  }

  private func newName(_ name: String) -> String { parts.renames[ExactName(name)] ?? name }

  // MARK: - Values

  /// Returns whether the text stands for NULL in the column.
  func hasNullSpelling(_ text: String, column: Int) -> Bool {
    parts.nullSpellings[column]?.containsExactly(text) == true
  }

  /// Returns whether the UTF-8 text stands for NULL in the column.
  func hasNullSpelling(_ text: UnsafeRawBufferPointer, column: Int) -> Bool {
    parts.nullSpellings[column]?.contains { $0.utf8.elementsEqual(text) } == true
  }

  func hasDate(_ column: Int) -> Bool { parts.dates[column] != nil }

  /// Returns the JSON value for a column after the mapping's conversions: spellings of NULL become
  /// NULL, and dates get the column's format.
  func converted(
    _ content: JSONValue.Content,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    if case .string(let text) = content, hasNullSpelling(text, column: column) { return .null }
    return try dated(content, of: column, at: place())
  }

  /// Creates the cell for a column from text, if the input has no types. An empty text is NULL.
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
      // The case `bytes` would point into the local copy of the text, which ends with this
      // function.
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

  /// Notes that an input has values for a column, so that the mapping's entries for it count as
  /// used.
  func noteUse(ofColumn column: Int) {
    guard let use else { return }
    if parts.dates[column] != nil { use.note(.dates, table.column(column).name) }
    if parts.nullSpellings[column] != nil { use.note(.nulls, table.column(column).name) }
  }

  /// Notes that a nested record has a value for a column of the join table that links it.
  func noteLink(_ name: String, _ column: Int) {
    use?.noteRecord()
    if parts.renames[ExactName(name)] != nil { use?.note(.rename, name) }
    noteUse(ofColumn: column)
  }
}
