/// A column as the header names it.
package struct CSVColumn: Sendable, Equatable {
  package let name: String
  package let place: InputPlace

  package init(name: String, place: InputPlace) {
    (self.name, self.place) = (name, place)
  }
}

extension CSVReader {
  /// The columns in order, or none when the dialect has no header or the input is empty.
  ///
  /// Reads the first record on the first call. Throws when a name is empty or appears twice, for
  /// then a mapping by name would have to guess.
  @discardableResult
  package func readHeader() throws(ImportError) -> [CSVColumn] {
    if let header { return header }
    header = []
    guard dialect.hasHeader else { return [] }
    do {
      guard try readRecord() else { return [] }
      let columns = try namedColumns()
      header = columns
      return columns
    } catch {
      // Without a header no later record has a meaning.
      stoppedBy = error
      throw error
    }
  }

  private func namedColumns() throws(ImportError) -> [CSVColumn] {
    var columns: [CSVColumn] = []
    var positions: [[UInt8]: Int] = [:]
    let places = fieldPlaces().map { $0.inFile(source.name) }
    for index in 0..<fieldCount {
      let name = field(index)
      guard !name.isEmpty else {
        throw ImportError(
          .malformedCSV,
          "column \(index + 1) has no name",
          remedy: "Name it in the header, or say that the file has no header",
          place: places[index]
        )
      }
      // Bytes and not String as the key: String would call two normalisation forms one name.
      if let earlier = positions.updateValue(index, forKey: Array(name)) {
        throw ImportError(
          .duplicateKey,
          "columns \(earlier + 1) and \(index + 1) have the same name",
          remedy: "Rename one of them in the header",
          place: places[index]
        )
      }
      let text = String(decoding: name, as: UTF8.self)
      columns.append(CSVColumn(name: text, place: places[index]))
    }
    return columns
  }
}
