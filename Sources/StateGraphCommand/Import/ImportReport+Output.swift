import StateGraphFormats
import StateGraphImport

extension ImportReport {
  private var seconds: Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Returns the report of an import as text for the terminal, with the number of changed rows in
  /// each table.
  func text(isDryRun: Bool) -> String {
    var lines = TableLines(tables).lines
    for count in dangling {
      let columns = count.columns.joined(separator: ", ")
      let keys = count.keys.map { " (\($0) different)" } ?? ""
      lines.append(
        TerminalText.oneLine(
          "\(count.table) (\(columns)): \(Quantity(count.rows, of: "reference")) to missing rows "
            + "of \(count.referencedTable)\(keys)"
        )
      )
    }
    let milliseconds = Int((seconds * 1000).rounded())
    let rejected = rejects.count > 0 ? ", \(rejects.count) rejected" : ""
    let resumed = resumedRecords > 0 ? " after \(resumedRecords) before the interruption" : ""
    lines.append(
      "\(Quantity(records, of: "record"))\(resumed), \(Quantity(changes, of: "change"))\(rejected)"
        + ", \(milliseconds) ms"
    )
    if isDryRun { lines.append("This was a dry run: nothing was written.") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns one element for each possible problem that the import found in its inputs. Each is a
  /// clause without a full stop.
  func warnings(onDuplicate: DuplicatePolicy) -> [String] {
    let quotes = inputs.filter { $0.strayQuotes > 0 }.map { input in
      let fields =
        input.strayQuotes == 1 ? "1 field contains" : "\(input.strayQuotes) fields contain"
      let place = input.firstStrayQuote.map { "\($0.line):\($0.column)" } ?? ""
      return "\(input.path): \(fields) a quote without being in quotes, the first at \(place)"
        + input.strayQuoteRemedy
    }
    let versions = conflicts.map { conflict in
      let isOne = conflict.records == 1
      let records = isOne ? "1 record gives a row" : "\(conflict.records) records give rows"
      let columns = conflict.columns.joined(separator: ", ")
      let place = conflict.firstPlace.map { ", the first at \($0)" } ?? ""
      return "\(conflict.table): \(records) another value than an earlier record "
        + "(\(columns))\(place); the \(onDuplicate.rawValue) version was kept"
    }
    let zeros = negativeZeros.map { zero in
      "\(zero.table) (\(zero.column)): \(Quantity(zero.values, of: "negative zero")) "
        + "\(zero.values == 1 ? "is" : "are") stored as 0.0, because SQLite keeps no sign there"
    }
    return quotes + versions + zeros + unusedMappings.map(\.description)
  }

  /// Returns the report of an import as JSON, for programs that parse the output of the command.
  func json(isDryRun: Bool) -> String {
    let tables = tables.map { table -> JSONOutput in
      .object([
        ("table", .string(table.table)), ("inserted", .integer(table.inserted)),
        ("updated", .integer(table.updated)), ("unchanged", .integer(table.unchanged)),
        ("removed", .integer(table.removed)),
      ])
    }
    let dangling = dangling.map { count -> JSONOutput in
      .object([
        ("table", .string(count.table)), ("columns", .strings(count.columns)),
        ("references", .string(count.referencedTable)), ("rows", .integer(count.rows)),
        ("keys", count.keys.map { .integer($0) } ?? .null),
      ])
    }
    let inputs = inputs.map { input -> JSONOutput in
      .object([
        ("path", .string(input.path)), ("table", .string(input.table)),
        ("format", .string(input.format.rawValue)), ("encoding", .string(input.encoding.rawValue)),
        ("compressed", .boolean(input.isCompressed)),
        ("separator", input.separator.map { .string(String(Unicode.Scalar($0))) } ?? .null),
        ("quote", input.quote.map { .string(String(Unicode.Scalar($0))) } ?? .null),
        ("lineEnding", input.lineEnding.map { .string($0.rawValue) } ?? .null),
        ("strayQuotes", .integer(input.strayQuotes)),
      ])
    }
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("import")),
      ("dryRun", .boolean(isDryRun)), ("records", .integer(records)),
      ("resumedRecords", .integer(resumedRecords)), ("changes", .integer(changes)),
      ("bytes", .integer(bytes)), ("seconds", .real(seconds)), ("tables", .array(tables)),
      ("dangling", .array(dangling)), ("conflicts", .array(conflicts.map(\.json))),
      ("negativeZeros", .array(negativeZeros.map(\.json))),
      ("refusedInputs", .array(refusedInputs.map(\.json))), ("inputs", .array(inputs)),
      ("skipped", .strings(skipped.map(\.path))),
      ("unusedMappings", .array(unusedMappings.map(\.json))), ("rejects", rejects.json),
    ])
    return report.text() + "\n"
  }
}

extension UnusedMapping {
  fileprivate var json: JSONOutput {
    .object([
      ("table", .string(table)), ("part", .string(part.rawValue)), ("name", .string(name)),
      ("line", place.map { .integer($0.line) } ?? .null),
      ("column", place.map { .integer($0.column) } ?? .null),
    ])
  }
}

extension VersionConflicts {
  fileprivate var json: JSONOutput {
    .object([
      ("table", .string(table)), ("columns", .strings(columns)), ("records", .integer(records)),
      ("first", firstPlace.map { .string("\($0)") } ?? .null),
    ])
  }
}

extension NegativeZeros {
  fileprivate var json: JSONOutput {
    .object([
      ("table", .string(table)), ("column", .string(column)), ("values", .integer(values)),
    ])
  }
}

extension RefusedInput {
  /// A line for the terminal with the reason why the input was not imported.
  var text: String {
    let advice = remedy.isEmpty ? "" : ". " + remedy
    let place = place.map { "\($0)" } ?? path
    return TerminalText.oneLine("\(path) was not imported: \(place): \(reason)\(advice)") + "\n"
  }

  fileprivate var json: JSONOutput {
    .object([
      ("path", .string(path)), ("message", .string(reason)), ("remedy", .string(remedy)),
      ("line", place.map { .integer($0.line) } ?? .null),
      ("column", place.map { .integer($0.column) } ?? .null),
    ])
  }
}
