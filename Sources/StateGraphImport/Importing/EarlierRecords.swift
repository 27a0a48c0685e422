import Glibc
package import StateGraphFormats
import StateGraphSQLite

/// Reads an input again to find the earlier of two records with the same key.
///
/// To store the line of every key would need much memory. The import therefore reads the input a
/// second time, and only for an error message.
struct EarlierRecords {
  private let input: ImportInput
  private let format: ImportFormat
  private let table: Int

  init(_ input: ImportInput, format: ImportFormat, table: Int) {
    (self.input, self.format, self.table) = (input, format, table)
  }

  /// Returns the line of the first record with this key.
  ///
  /// Returns nil if the input cannot be read a second time, such as a pipe, or if no record has the
  /// key.
  ///
  /// - Parameters:
  ///   - key: One element for each column of the table. This method uses only the columns of the
  ///     primary key.
  ///   - byteOffset: The offset of the later record. Only records before this offset are compared.
  func line(of key: [Cell], before byteOffset: Int64, in run: ImportRun) -> Int? {
    var information = stat()
    guard input.path != "-", stat(input.path, &information) == 0,
      information.st_mode & S_IFMT == S_IFREG,
      let source = try? ByteSource(path: input.path, encoding: input.encoding)
    else { return nil }
    let plan = run.plan.tables[table]
    var wanted = KeyBuffer()
    guard wanted.encode(key, indexes: plan.keyIndexes) else { return nil }
    switch format {
    case .csv, .tsv:
      return try? fieldLine(of: wanted, before: byteOffset, source, plan: plan, run: run)
    case .json, .jsonl:
      return recordLine(of: wanted, before: byteOffset, source, plan: plan, run: run)
    }
  }

  /// Returns the start of the line of the first record with this key.
  ///
  /// Returns nil if the input has no such record, or cannot be read a second time.
  func place(of key: [Cell], in table: Int, _ run: ImportRun) -> InputPlace? {
    guard table == self.table, let line = line(of: key, before: .max, in: run) else { return nil }
    return InputPlace(file: input.path, line: line, column: 1, byteOffset: 0)
  }

  private func fieldLine(
    of wanted: KeyBuffer,
    before byteOffset: Int64,
    _ source: ByteSource,
    plan: TablePlan,
    run: ImportRun
  ) throws(ImportError) -> Int? {
    let mapping = run.mappings[table] ?? ResolvedMapping(plan, ignoresUnknown: true)
    let csv = try CSVSource(
      source,
      input: input,
      format: format,
      table: plan,
      mapping: run.mappings[table]
    )
    let reader = csv.reader()
    let header = try CSVFieldAssignment(csv, reader: reader, mapping: mapping, madeKey: nil)
    let rows = CSVRowReader(reader, header: header, mapping: mapping, rules: run.request.fields)
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    var key = KeyBuffer()
    while reader.position.byteOffset < byteOffset {
      do {
        guard try reader.next() else { return nil }
        try rows.read(into: &cells)
      } catch {
        guard reader.goOn(behind: error) else { return nil }
        continue
      }
      if key.encode(cells, indexes: plan.keyIndexes), key == wanted {
        return reader.recordPlace.line
      }
    }
    return nil
  }

  private func recordLine(
    of wanted: KeyBuffer,
    before byteOffset: Int64,
    _ source: ByteSource,
    plan: TablePlan,
    run: ImportRun
  ) -> Int? {
    let reader = JSONRecordReader(source, reading: input)
    let writer = JSONRecordWriter(run, mappings: run.mappings, file: reader.file)
    var key = KeyBuffer()
    while reader.position.byteOffset < byteOffset {
      do {
        guard var record = try reader.next() else { return nil }
        if let recordKey = reader.recordKey { record = try record.keyed(recordKey, by: plan) }
        if let cells = writer.keyCells(of: record, in: table),
          key.encode(cells, indexes: plan.keyIndexes),
          key == wanted
        {
          return reader.recordPlace?.line
        }
      } catch {
        guard reader.canContinue else { return nil }
      }
    }
    return nil
  }
}

extension JSONRecordReader {
  /// Creates a reader with the options of an input.
  ///
  /// - Parameter mayBeEmpty: Whether an input without any JSON value is valid and has no records.
  ///   If false, such an input is an error.
  package convenience init(
    _ source: ByteSource,
    reading input: ImportInput,
    mayBeEmpty: Bool = true
  ) {
    self.init(
      source,
      root: input.root,
      isMapByKey: input.isMapByKey,
      takesLastOfKeys: input.duplicateKeys == .last,
      maximumDepth: input.maximumDepth ?? JSONReader.defaultMaximumDepth,
      mayBeEmpty: mayBeEmpty,
      readsNamedNumbers: input.readsNamedNumbers,
      standsFor: ExtendedJSON.value
    )
    readsFeatures = input.isGeoJSON
  }
}
