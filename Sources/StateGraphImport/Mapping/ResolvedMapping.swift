import StateGraphFormats
import StateGraphSQLite

/// The column mapping of one table, with indices instead of column names.
///
/// The mapping is a class because the import passes it on for every record. A copy of a struct
/// would increment the reference counts of all its dictionaries. Only the object in `use` changes
/// during an import.
final class ResolvedMapping {
  /// A constant that a record gets if it has no value for a column.
  ///
  /// The constant is stored both as a `Cell` and as JSON, so that no record needs a conversion.
  struct Constant {
    let column: Int
    let content: JSONValue.Content
    let cell: Cell
  }

  /// The rules of a column mapping. Names in the input are texts, and columns are indices.
  struct Parts {
    var renames: [ExactName: String] = [:]
    var ignored: Set<ExactName> = []
    var splits: [ExactName: TextSplit] = [:]
    var constants: [Constant] = []
    /// The date conversions. The key is the index of the column.
    var dates: [Int: DateConversion] = [:]
    /// The texts that mean NULL. The key is the index of the column.
    var nullSpellings: [Int: [String]] = [:]
    /// The values for texts of the input. The key is the index of the column.
    var values: [Int: [(text: String, value: Constant)]] = [:]
  }

  let table: TablePlan
  /// Whether the import ignores names that the table does not have. If false, such a name is an
  /// error.
  let ignoresUnknown: Bool
  /// Records which rules the import has used, so that it can report mistyped names.
  ///
  /// Nil if the table has no mapping.
  let use: MappingUse?
  /// Whether the request has no column mapping for this table.
  ///
  /// If true, names and values are imported as they are in the input.
  let isEmpty: Bool
  private let parts: Parts
  /// The names of the rules that lead to members of nested objects.
  let paths: [MemberPath]

  /// Creates the column mapping of one table.
  ///
  /// - Parameters:
  ///   - table: The table whose records are converted.
  ///   - parts: The rules of the mapping. Nil if the request has no mapping for this table.
  ///   - ignoresUnknown: Whether the import ignores names that the table does not have.
  ///   - use: The object that records which rules are used. If nil, no object records this.
  init(_ table: TablePlan, parts: Parts? = nil, ignoresUnknown: Bool, use: MappingUse? = nil) {
    self.table = table
    isEmpty = parts == nil
    let parts = parts ?? Parts()
    self.parts = parts
    let names = Array(parts.renames.keys) + Array(parts.ignored) + Array(parts.splits.keys)
    paths = names.map(\.text).sorted().compactMap { MemberPath($0) }
    self.ignoresUnknown = ignoresUnknown
    self.use = use
  }

  var constants: [Constant] { parts.constants }

  // MARK: - Names

  /// Returns the index of the column for a name in an input, or nil if the table has no such
  /// column.
  ///
  /// If the mapping renames `name`, the new name identifies the column.
  func column(named name: String) -> Int? { table.columnIndex(newName(name)) }

  /// Returns the index of the column for a name in a CSV header, or nil if there is none.
  ///
  /// If the mapping renames `name`, the new name identifies the column. The name `author` also
  /// means the column `author_id`, unless another name in the header means this column.
  func column(named name: String, among header: [String]) -> Int? {
    let name = newName(name)
    if let column = table.columnIndex(name) { return column }
    guard table.reference(name) != nil else { return nil }
    return table.columnIndex(name, among: header.map(newName))
  }

  /// Returns whether a name in a CSV header means a column, or occurs in a rule of the mapping.
  func knows(_ name: String) -> Bool {
    let exact = ExactName(name)
    return parts.ignored.contains(exact) || parts.splits[exact] != nil
      || table.knows(newName(name))
  }

  /// Returns whether the mapping ignores the values with this name in the input.
  ///
  /// If true, also marks the rule of the mapping as used.
  func ignores(_ name: String) -> Bool {
    guard parts.ignored.contains(ExactName(name)) else { return false }
    use?.note(.ignore, name: name)
    return true
  }

  /// Returns how to split the values with this name in the input, or nil if they are not split.
  ///
  /// Also marks the returned rule as used.
  func split(_ name: String) -> TextSplit? {
    guard let split = parts.splits[ExactName(name)] else { return nil }
    use?.note(.split, name: name)
    return split
  }

  /// Returns the new name for a name in an input, or nil if the mapping does not rename it.
  ///
  /// Also marks the rule with the new name as used.
  func renamed(_ name: String) -> String? {
    guard let new = parts.renames[ExactName(name)] else { return nil }
    use?.note(.rename, name: name)
    return new
  }

  private func newName(_ name: String) -> String { parts.renames[ExactName(name)] ?? name }

  // MARK: - Values

  /// Returns whether this text means NULL for the column, according to the mapping.
  ///
  /// The texts are compared byte for byte.
  func hasNullSpelling(_ text: String, column: Int) -> Bool {
    parts.nullSpellings[column]?.containsExactly(text) == true
  }

  /// Returns whether this UTF-8 text means NULL for the column, according to the mapping.
  ///
  /// Unlike `hasNullSpelling(_:column:)` for a `String`, this method needs no memory allocation.
  func hasNullSpelling(_ text: UnsafeRawBufferPointer, column: Int) -> Bool {
    parts.nullSpellings[column]?.contains { $0.utf8.elementsEqual(text) } == true
  }

  func hasDate(_ column: Int) -> Bool { parts.dates[column] != nil }

  /// Returns the value that the mapping gives for a UTF-8 text in a column. Nil if it gives none.
  func value(for text: UnsafeRawBufferPointer, column: Int) -> Cell? {
    parts.values[column]?.first { $0.text.utf8.elementsEqual(text) }?.value.cell
  }

  /// Applies the mapping to a value of the input.
  ///
  /// A spelling of NULL becomes NULL, and a date gets the format of the column. All other values
  /// are unchanged.
  ///
  /// - Throws: An error if the column has a date conversion and the value is not a date in this
  ///   format.
  func converted(
    _ content: JSONValue.Content,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> JSONValue.Content {
    if case .string(let text) = content, hasNullSpelling(text, column: column) { return .null }
    if let values = parts.values[column], let text = content.scalarText,
      let found = values.first(where: { $0.text.utf8.elementsEqual(text.utf8) })
    {
      return found.value.content
    }
    return try dated(content, of: column, at: place())
  }

  /// Converts text of an input without types, such as CSV, to a value for a column.
  ///
  /// An empty text becomes NULL, or `absent` if the column is NOT NULL.
  func cell(
    _ text: String,
    of column: Int,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> Cell {
    let kind = table.kinds[column]
    guard !text.isEmpty else { return kind.isNotNull ? .absent : .null }
    var bytes = text
    if let cell = bytes.withUTF8({ value(for: UnsafeRawBufferPointer($0), column: column) }) {
      return cell
    }
    do {
      guard !hasDate(column) else {
        let date = try dated(.string(text), of: column, at: place())
        return try Cell(json: date, kind)
      }
      var text = text
      let cell = text.withUTF8 { bytes in
        Result { () throws(CellProblem) in try Cell(csv: UnsafeRawBufferPointer(bytes), kind) }
      }
      // A `bytes` value would point to a local copy of the text, which is freed when this function
      // returns.
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
    let name = table.column(column).name
    return try date.converted(content, ofColumn: name, of: table.name, at: place())
  }

  // MARK: - Use

  /// Marks the rules of the mapping for a column as used.
  ///
  /// Call this if an input has values for the column.
  func noteUse(ofColumn column: Int) {
    guard let use else { return }
    if parts.dates[column] != nil { use.note(.dates, name: table.column(column).name) }
    if parts.nullSpellings[column] != nil { use.note(.nulls, name: table.column(column).name) }
    if parts.values[column] != nil { use.note(.values, name: table.column(column).name) }
  }

  /// Marks the rules of the join table's mapping for a column as used.
  ///
  /// Call this if a nested record contains a value for a column of the join table.
  func noteLink(_ name: String, column: Int) {
    use?.noteRecord()
    if parts.renames[ExactName(name)] != nil { use?.note(.rename, name: name) }
    noteUse(ofColumn: column)
  }
}
