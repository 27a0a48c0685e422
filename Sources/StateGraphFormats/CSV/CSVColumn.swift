/// A column of a CSV input: its name, and the position of the name in the file.
package struct CSVColumn: Sendable, Equatable {
  package let name: String
  package let place: InputPlace
  /// Whether the header has no name for the column, as for the row names of pandas and R and behind
  /// a separator at the end of each line. The name is then `column_` and the number of the column.
  package let isUnnamed: Bool

  package init(name: String, place: InputPlace, isUnnamed: Bool = false) {
    (self.name, self.place, self.isUnnamed) = (name, place, isUnnamed)
  }

  /// Returns the name of a column without a name.
  ///
  /// - Parameter number: The number of the column, counted from 1.
  package static func name(ofColumn number: Int) -> String { "column_\(number)" }

  /// Creates one column for each field of a header, in the order of the fields.
  ///
  /// - Parameter keepsEmptyName: Whether the first column without a name keeps the empty name,
  ///   because the mapping has a rule for it.
  /// - Throws: If no field has a name, or if a name appears twice. The names could then not
  ///   identify the columns.
  static func columns(
    of fields: CSVFields,
    at places: [InputPlace],
    keepsEmptyName: Bool
  ) throws(ImportError) -> [CSVColumn] {
    var columns: [CSVColumn] = []
    var keepsEmptyName = keepsEmptyName
    guard (0..<fields.count).contains(where: { !fields.content($0).isEmpty }) else {
      throw ImportError(
        .malformedCSV,
        "no column of the header has a name",
        remedy: "Name the columns in the header, or with --columns and --skip-lines",
        place: places.first
      )
    }
    // The keys are bytes, because two different byte sequences can be equal as `String`. An
    // example is "é" as one character, and as "e" with an accent.
    var positions: [[UInt8]: Int] = [:]
    for index in 0..<fields.count {
      let name = fields.content(index)
      guard !name.isEmpty else {
        var made = keepsEmptyName ? "" : Self.name(ofColumn: index + 1)
        keepsEmptyName = false
        while !made.isEmpty,
          (0..<fields.count).contains(where: { fields.content($0).elementsEqual(made.utf8) })
        {
          made += "_"
        }
        columns.append(CSVColumn(name: made, place: places[index], isUnnamed: true))
        continue
      }
      if let earlier = positions.updateValue(index, forKey: Array(name)) {
        throw ImportError(
          .duplicateKey,
          "columns \(earlier + 1) and \(index + 1) have the same name",
          remedy: "Rename one of them in the header, or name all columns with --columns and "
            + "--skip-lines \(places[index].line)",
          place: places[index]
        )
      }
      columns.append(CSVColumn(name: String(decoding: name, as: UTF8.self), place: places[index]))
    }
    return columns
  }
}
