import StateGraphFormats
import StateGraphSQLite

/// The few properties of a column that the import needs for every value.
///
/// A copy of this struct costs almost nothing. A copy of `ColumnSchema` would increment the
/// reference counts of its strings.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Whether the column is declared as BLOB or for a geometry, and stores bytes only.
  ///
  /// False for a column without a type, although that column has BLOB affinity too.
  let isBlob: Bool
  /// Whether the column can contain bytes.
  let takesBytes: Bool
  /// Whether the CSV text of the column is base 64.
  let readsBase64: Bool
  let isComputed: Bool
  /// Whether the column stores objects and arrays as JSON text.
  ///
  /// True for a column of type JSON. Also true for a column that accepts text and whose name ends
  /// in `_json`, because STRICT tables have no type JSON.
  let isJSON: Bool
  /// Whether the column stores only JSON text, because its declared type is JSON.
  let isOfJSON: Bool
  /// Whether the declared type is one of numbers, such as DECIMAL(8,2) or NUMERIC.
  let isOfDecimals: Bool
  /// The form in which CSV fields contain the numbers of the column.
  var numbers: NumberForm
  /// Whether the column is declared for booleans. If true, the import stores the CSV texts of
  /// ``BooleanText`` as 1 and 0.
  private(set) var isBoolean: Bool

  /// Whether the column accepts other forms of its numbers, such as `5.0` for an integer.
  var isLenient: Bool { numbers.policy == .lenient }

  /// Whether the empty text can be a value of the column. If not, an empty CSV field is NULL.
  var mayBeEmptyText: Bool {
    switch affinity {
    case .text: !isOfJSON
    case .integer, .real: false
    case .numeric: !isBoolean && !isOfJSON && !isOfDecimals
    case .blob: readsBase64 || !isBlob && !isOfJSON
    }
  }

  init(
    _ column: ColumnSchema,
    of table: TableSchema,
    checks: ColumnChecks,
    values: ValueForms
  ) {
    numbers = values.numbers
    let meant = column.meantAffinity
    let isUntyped = column.declaredType.isEmpty || column.declaredType == "ANY"
    readsBase64 = values.readsBase64 && meant == .blob && !isUntyped
    let isAny = values.acceptsAnyType && !table.isStrict && !table.isRowID(column)
    takesBytes =
      isAny || meant == .blob || (!table.isStrict && column.declaredType != "INTEGER")
    affinity = isAny && (meant == .integer || meant == .real) ? .numeric : meant
    isNotNull = column.isNotNull
    isBlob = !isAny && (column.declaredType == "BLOB" || column.isOfGeometry)
    isOfDecimals =
      column.affinity == .numeric
      && ["DEC", "NUM"].contains { column.declaredType.uppercased().hasPrefix($0) }
    isComputed = column.generation != .none
    isOfJSON = !isAny && ["JSON", "JSONB"].contains(column.declaredType)
    isJSON =
      column.declaredType == "JSON"
      || FoldedName.fold(column.name).hasSuffix("_json")
        && (column.affinity == .text || column.affinity == .blob && !isBlob)
    isBoolean = checks.isBoolean(column)
    if isAny { isBoolean = false }
  }
}

/// The forms of values that an import accepts in its inputs.
package struct ValueForms: Sendable {
  var numbers = NumberForm()
  /// Whether the CSV texts of BLOB columns are base 64.
  var readsBase64 = false
  /// Whether a column stores values of another type than it declares.
  var acceptsAnyType = false

  package init() {}
}
