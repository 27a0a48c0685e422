import StateGraphFormats

extension RecordText {
  /// Imports the record. Errors contain the position of the record in the original input.
  ///
  /// Returns false if the record must be deferred.
  func importRecord(in run: ImportRun) throws(ImportError) -> Bool {
    do {
      // The line end before the text prevents that the first bytes of the text are mistaken for a
      // byte order mark.
      let source = try ByteSource(
        bytes: [UInt8(ascii: "\n")] + bytes,
        name: start.file,
        encoding: .utf8,
        chunkBytes: bytes.count + 1
      )
      switch form {
      case .json(let key):
        return try JSONImport(
          source,
          input: run.optionsOfStoredRecords(path: start.file),
          table: table,
          mayBeEmpty: true,
          in: run
        ).importSingleRecord(under: key)
      case .csv(let form):
        return try CSVImport(CSVSource(source, form: form), table: table, in: run)
          .importSingleRecord()
      }
    } catch {
      throw located(error)
    }
  }

  private func located(_ error: ImportError) -> ImportError {
    guard let inner = error.place else { return error.located(at: start) }
    var located = error
    located.place = place(ofInner: inner)
    return located
  }
}

extension ImportRun {
  /// Returns the options for the text of one JSON record, which may be from any input.
  ///
  /// The options allow everything that the options of at least one input allow.
  fileprivate func optionsOfStoredRecords(path: String) -> ImportInput {
    var input = ImportInput(path: path)
    if request.inputs.contains(where: { $0.duplicateKeys == .last }) { input.duplicateKeys = .last }
    input.isGeoJSON = request.inputs.contains { $0.isGeoJSON }
    input.readsNamedNumbers = request.inputs.contains { $0.readsNamedNumbers }
    input.maximumDepth = request.inputs.compactMap(\.maximumDepth).max()
    return input
  }
}

extension ImportError {
  static let noRecord = ImportError(
    .malformedJSON,
    "the text of the record is empty",
    remedy: "Write the record, or remove the line"
  )

  static let severalRecords = ImportError(
    .malformedJSON,
    "the text holds more than one record",
    remedy: "Give each record a line of its own"
  )
}
