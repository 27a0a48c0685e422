/// A column of a CSV input: its name, and the position of the name in the file.
package struct CSVColumn: Sendable, Equatable {
  package let name: String
  package let place: InputPlace

  package init(name: String, place: InputPlace) {
    (self.name, self.place) = (name, place)
  }

  /// Creates one column for each field of a header, in the order of the fields.
  ///
  /// - Throws: If a name is empty or appears twice. The names could then not identify the
  ///   columns.
  static func columns(
    of fields: CSVFields,
    at places: [InputPlace]
  ) throws(ImportError) -> [CSVColumn] {
    var columns: [CSVColumn] = []
    // The keys are bytes, because two different byte sequences can be equal as `String`. An
    // example is "é" as one character, and as "e" with an accent.
    var positions: [[UInt8]: Int] = [:]
    for index in 0..<fields.count {
      let name = fields.content(index)
      guard !name.isEmpty else {
        throw ImportError(
          .malformedCSV,
          "column \(index + 1) has no name",
          remedy: "Name it in the header, or say that the file has no header",
          place: places[index]
        )
      }
      if let earlier = positions.updateValue(index, forKey: Array(name)) {
        throw ImportError(
          .duplicateKey,
          "columns \(earlier + 1) and \(index + 1) have the same name",
          remedy: "Rename one of them in the header",
          place: places[index]
        )
      }
      columns.append(CSVColumn(name: String(decoding: name, as: UTF8.self), place: places[index]))
    }
    return columns
  }
}
