extension CSVReader {
  /// Where the fields of the current record start, counted in one pass: as many single questions
  /// would take the square of a long record's time.
  package func fieldPlaces() -> [JSONPlace] {
    let record = UnsafePointer(source.bytes + recordStart)
    var places: [JSONPlace] = []
    places.reserveCapacity(fieldCount)
    var offset = 0
    var line = recordLine
    var lineStart = 0
    var continuation = 0
    for index in 0..<fieldCount {
      let start = spans[index].start
      let lines = LineCounter(record + offset, count: start - offset)
      if lines.lineEnds > 0 {
        line += lines.lineEnds
        lineStart = offset + lines.lastLineStart
        continuation = 0
      }
      let counted = max(offset, lineStart)
      continuation += UTF8Validation.continuationBytes(record + counted, count: start - counted)
      offset = start
      places.append(
        JSONPlace(
          byteOffset: source.baseOffset + Int64(recordStart + start),
          line: line,
          column: start - lineStart - continuation + 1
        )
      )
    }
    return places
  }
}
