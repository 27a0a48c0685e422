package import StateGraphFormats
import StateGraphImport
package import StateGraphSQLite
import StateGraphThreads

/// The labels that the files of a fixture define and use, recorded while the files are read.
package final class LabelLog: LabelReader {
  private let schema: LabelSchema
  private let makeKey: @Sendable (LabelSchema.Column, String) -> SQLiteValue

  private struct State {
    /// The labels by the table that defines them.
    var defined: [String: Set<String>] = [:]
    /// The label of each key, to detect two labels with the same key.
    var labels: [String: [SQLiteValue: String]] = [:]
    var uses: [Place: Use] = [:]
  }

  private struct Place: Hashable {
    let file: String
    let byteOffset: Int64
  }

  /// A label at one place of a file.
  struct Use {
    let label: String
    let table: String
  }

  private let state = Guarded(State())

  /// - Parameters:
  ///   - schema: The columns that may contain labels.
  ///   - makeKey: Returns the key of a label. A test passes a function that makes collisions.
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

  /// Returns the label at a place of a file, or nil if there is none.
  func use(at place: InputPlace) -> Use? {
    state.withLock { $0.uses[Place(file: place.file, byteOffset: place.byteOffset)] }
  }

  /// Returns the label of a table that is most similar to `name`.
  func nearest(to name: String, in table: String) -> String? {
    let names = state.withLock { $0.defined[table] ?? [] }
    return FoldedName.nearest(to: name, among: names.sorted())
  }

  /// The defined labels, sorted by table and name.
  var names: LabelNames {
    LabelNames(state.withLock { $0.defined }.mapValues { $0.sorted() })
  }
}
