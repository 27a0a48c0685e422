/// A column of a CSV input, with its name and the place of its name in the header.
package struct CSVColumn: Sendable, Equatable {
  package let name: String
  package let place: InputPlace

  package init(name: String, place: InputPlace) {
    (self.name, self.place) = (name, place)
  }

  /// Creates one column for each field of a header, in the order of the fields.
  ///
  /// - Throws: If a name is empty or appears twice. Values could then not be assigned to columns by
  ///   their names.
  static func columns(
    of fields: CSVFields,
    at places: [InputPlace]
  ) throws(ImportError) -> [CSVColumn] {
    var columns: [CSVColumn] = []
    // The keys are bytes and not strings. `String` treats two Unicode normalisation forms of a name
    // as equal.
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
