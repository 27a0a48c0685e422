import StateGraphFormats

extension RecordText {
  /// Writes the record to the tables, as if it were read in its place.
  func importRecord(in run: ImportRun) throws(ImportError) {
    do {
      // The line end keeps the first bytes from being taken for those of a file: a byte order mark.
      let source = try ByteSource(
        bytes: [UInt8(ascii: "\n")] + bytes,
        name: start.file,
        encoding: .utf8,
        chunkBytes: bytes.count + 1
      )
      switch form {
      case .json(let key):
        try JSONImport(source, ImportInput(path: start.file), table: table, in: run)
          .importSingleRecord(under: key)
      case .csv(let form):
        guard let mapping = run.mappings[table] else {
          return try CSVImport(source, form, table: table, in: run).importSingleRecord()
        }
        let reader = try CSVRecordReader(
          CSVSource(source, form),
          mapping,
          nullSpellings: run.request.nullSpellings
        )
        try JSONImport(reader, appliesMapping: false, table: table, in: run).importSingleRecord()
      }
    } catch {
      throw inPlace(error)
    }
  }

  private func inPlace(_ error: ImportError) -> ImportError {
    guard let inner = error.place else { return error.located(at: start) }
    var moved = error
    moved.place = place(ofInner: inner)
    return moved
  }

  /// Where in the input a place is that was found in the bytes alone. Line 2 of these is the
  /// record's first line. Of a reject nothing more is known than where it was bad at first.
  func place(ofInner inner: InputPlace) -> InputPlace {
    guard !wasRejected else { return start }
    return InputPlace(
      file: start.file,
      line: start.line + max(0, inner.line - 2),
      column: inner.line <= 2 ? start.column + inner.column - 1 : inner.column,
      byteOffset: start.byteOffset + max(0, inner.byteOffset - 1)
    )
  }
}
