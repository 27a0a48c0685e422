import StateGraphFormats
import StateGraphSQLite

extension ImportError {
  /// This error with the advice to pass `--format json`.
  ///
  /// Use this if the input is read as CSV but looks like JSON. An error that does not concern the
  /// first line stays unchanged.
  var withJSONHint: ImportError {
    guard code == .unknownColumn || code == .malformedCSV, place?.line == 1 else { return self }
    var hinting = self
    hinting.remedy = "This looks like JSON, and is read as CSV: pass --format json"
    return hinting
  }

  /// Adds the likely reason to an error of a CSV header.
  ///
  /// The reason is a blank around a name, a title above the header, a wrong separator, or a first
  /// line with data instead of names. If at least one name in the header is a column of the table,
  /// the header is probably correct, so only a blank can be the reason.
  ///
  /// - Parameters:
  ///   - names: The names in the header.
  ///   - mapping: The column mapping of the table.
  ///   - csv: The input, with the separator and quotes with which the header was read.
  func addingHint(
    _ names: [CSVColumn],
    mapping: ResolvedMapping,
    csv: CSVSource
  ) -> ImportError {
    guard code == .unknownColumn, let first = names.first else { return self }
    var hinting = self
    if let name = names.first(where: { $0.place == place })?.name,
      let trimmed = name.withoutBlanks, mapping.column(named: trimmed) != nil
    {
      hinting.remedy = "Pass --trim, which ignores the blanks around \(printable(trimmed))"
      return hinting
    }
    guard names.allSatisfy({ mapping.column(named: $0.name) == nil }) else { return self }
    if let line = csv.likelyHeaderLine {
      hinting.remedy = ImportError.adviceToSkip(upTo: line)
      return hinting
    }
    let others = Array(",;\t|".utf8).filter { first.name.utf8.contains($0) }
    if names.count == 1, let other = others.first {
      hinting.message =
        "the header is one column, since it contains no "
        + InputSummary.name(of: csv.dialect.separator)
      hinting.remedy = "Pass --separator \(other == 9 ? "\\t" : "'\(Unicode.Scalar(other))'")"
    } else if names.contains(where: { Double($0.name) != nil }) {
      hinting.message =
        "the first line looks like data and not like a header: none of its "
        + "\(names.count) fields is a column of table \(printable(mapping.table.name))"
      hinting.remedy =
        "Name the fields with --columns id,name, or pass --no-header "
        + "if they are the table's columns in order"
    }
    return hinting
  }
}

extension String {
  /// The text without blanks at its start and its end. Nil if it has none there.
  package var withoutBlanks: String? {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    let trimmed = String(start.reversed().drop(while: isBlank).reversed())
    return trimmed.utf8.count == utf8.count ? nil : trimmed
  }
}

extension ImportError {
  static func valueWithoutName(
    _ number: Int,
    of table: TablePlan,
    at place: InputPlace
  ) -> ImportError {
    let name = CSVColumn.name(ofColumn: number)
    return ImportError(
      .unknownColumn,
      "field \(number) has a value, but the header has no name for it, and table "
        + "\(printable(table.name)) has no column \(printable(name))",
      remedy: "Name it in the header, with --columns and --skip-lines 1, or with a mapping: "
        + "{\"rename\": {\"\": \"column\"}}",
      place: place
    )
  }

  static func noHeader(at place: InputPlace) -> ImportError {
    ImportError(
      .malformedCSV,
      "the input is empty: it has no header",
      remedy: "Write the columns' names on the first line, or pass them with --columns",
      place: place
    )
  }

  static func repeatedColumn(_ column: ColumnSchema, at place: InputPlace) -> ImportError {
    ImportError(
      .duplicateKey,
      "two columns of the input mean column \(printable(column.name))",
      remedy: "Remove or rename one of them",
      place: place
    )
  }

  static func missingKeyColumn(
    _ column: ColumnSchema,
    of table: TablePlan,
    at place: InputPlace
  ) -> ImportError {
    ImportError(
      .missingValue,
      "the input has no column \(printable(column.name)), which is the key of table "
        + printable(table.name),
      remedy: "Every record needs its key",
      place: place
    )
  }
}
