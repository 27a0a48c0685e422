package import StateGraphFormats
import StateGraphImport
package import StateGraphSQLite
import StateGraphThreads

/// Replaces the labels in the files of a fixture by keys, and records each label and its position.
///
/// A label is a name such as `@alice` in place of a key. ``FixtureLoader`` passes the log to the
/// importer, which calls ``key(for:column:of:at:)`` for each text. Error messages use the record.
package final class LabelLog: LabelReader {
  private let schema: LabelSchema
  private let makeKey: @Sendable (LabelSchema.Column, String) -> SQLiteValue

  private struct State {
    /// For each table, the labels of its own rows.
    var defined: [String: Set<String>] = [:]
    /// For each table, the label that belongs to a key. It shows whether two labels have the same
    /// key.
    var labels: [String: [SQLiteValue: String]] = [:]
    var uses: [Place: Use] = [:]
  }

  private struct Place: Hashable {
    let file: String
    let byteOffset: Int64
  }

  /// A label that stands at one position of a file, and the table whose row it names.
  struct Use {
    let label: String
    let table: String
  }

  private let state = Guarded(State())

  /// - Parameters:
  ///   - schema: The columns that may contain labels.
  ///   - makeKey: Returns the key of a label. A test passes a function that returns equal keys for
  ///     different labels.
  package init(
    _ schema: LabelSchema,
    makeKey: @escaping @Sendable (LabelSchema.Column, String) -> SQLiteValue = {
      $0.form.key($1, in: $0.table)
    }
  ) {
    self.schema = schema
    self.makeKey = makeKey
  }

  package func key(
    for text: String,
    column index: Int,
    of table: TableSchema,
    at place: @autoclosure () -> InputPlace
  ) throws(ImportError) -> SQLiteValue? {
    guard let column = schema.column(index, of: table.name) else { return nil }
    let isLabel = text.utf8.first == UInt8(ascii: "@")
    guard isLabel || column.form == .text else { return nil }
    let name = isLabel ? String(text.dropFirst()) : text
    let place = place()
    guard !name.isEmpty else {
      throw ImportError(.wrongType, "a label needs a name behind the @", place: place)
    }
    let key = isLabel ? makeKey(column, name) : .text(text)
    let other = state.withLock { state -> String? in
      state.uses[Place(file: place.file, byteOffset: place.byteOffset)] =
        Use(label: name, table: column.table)
      if column.isKey { state.defined[column.table, default: []].insert(name) }
      let known = state.labels[column.table, default: [:]][key]
      state.labels[column.table, default: [:]][key] = name
      return known == name ? nil : known
    }
    if let other {
      throw ImportError(
        .duplicateIdentifier,
        "the labels \(printable(other)) and \(printable(name)) of \(column.table) have the same "
          + "key",
        remedy: "Rename one of them",
        place: place
      )
    }
    return isLabel ? key : nil
  }

  /// Returns the label at a position of a file, or nil if no label was read there.
  func use(at place: InputPlace) -> Use? {
    state.withLock { $0.uses[Place(file: place.file, byteOffset: place.byteOffset)] }
  }

  /// Returns the label of a table that is most similar to `name`, for the advice in an error
  /// message, or nil if no label is similar.
  func nearest(to name: String, in table: String) -> String? {
    let names = state.withLock { $0.defined[table] ?? [] }
    return FoldedName.nearest(to: name, among: names.sorted())
  }

  /// For each table, the labels of its own rows, sorted by name.
  var names: LabelNames {
    LabelNames(state.withLock { $0.defined }.mapValues { $0.sorted() })
  }
}
