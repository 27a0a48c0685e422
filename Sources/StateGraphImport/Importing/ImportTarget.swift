import Glibc
import StateGraphFormats

/// An input of the import, and the table into which its records are imported.
struct ImportTarget {
  let input: ImportInput
  /// The format from the request or from the file extension. Nil if the first bytes of the input
  /// determine the format.
  private let format: ImportFormat?
  let table: Int
  /// Whether the input is a reject file.
  ///
  /// Each line of a reject file names the table of its record, so `table` is not used.
  private let isRejectFile: Bool

  init(_ input: ImportInput, plan: ImportPlan) throws(ImportError) {
    self.input = input
    let place = input.path == "-" ? "standard input" : input.path
    // A missing file is reported first, because an error about the table would mislead the user.
    if input.path != "-" { try Self.requireReadable(input.path) }
    format = input.format ?? ImportFormat(path: input.path)
    isRejectFile =
      input.format == nil && input.path != "-" && RejectFile.isRejectFile(at: input.path)
    guard !isRejectFile else {
      table = 0
      return
    }
    guard let name = input.tableName else {
      throw ImportError(
        .unknownTable,
        "\(place): the name does not tell which table the records belong to",
        remedy: "Pass --table"
      )
    }
    let found = input.possibleTableNames.lazy.compactMap { plan.tableIndex($0) }.first
    guard let table = found else {
      let names = plan.tables.map(\.name)
      let nearest = FoldedName.nearest(to: name, among: names)
      throw ImportError(
        .unknownTable,
        "\(place): the database has no table \(printable(name))",
        remedy: nearest.map { "Did you mean --table \(printable($0))?" }
          ?? "Pass --table with one of " + names.prefix(20).map(printable).joined(separator: ", ")
      )
    }
    self.table = table
    if let depth = input.maximumDepth, !(1...1_000).contains(depth) {
      throw ImportError(
        .invalidRequest,
        "a maximum depth of \(depth) levels of JSON is not possible",
        remedy: "Choose a depth from 1 to 1000"
      )
    }
  }

  /// Opens the input, detects its format if necessary, and imports its records.
  func importRecords(in run: ImportRun) throws(ImportError) {
    let source = try ByteSource(path: input.path, encoding: input.encoding) {
      () throws(ImportError) in try run.stopIfRequested()
    }
    if isRejectFile { return try RejectFileImport(source, in: run).importRecords() }
    let sniffed = ImportFormat(sniffing: source)
    let format = self.format ?? sniffed
    var summary = InputSummary(
      source,
      input: input,
      format: format,
      table: run.plan.tables[table].name
    )
    if self.format == nil { summary.isSniffed = true }
    switch format {
    case .csv, .tsv:
      try importCSV(
        source,
        format: format,
        sniffsJSON: sniffed == .json,
        summary: &summary,
        run: run
      )
    case .json, .jsonl:
      run.willRead(summary)
      let mayBeEmpty = format == .jsonl
      let earlier = EarlierRecords(input, format: format, table: table)
      run.noteRecords(earlier)
      let records = JSONImport(
        source,
        input: input,
        table: table,
        mayBeEmpty: mayBeEmpty,
        in: run,
        reopening: earlier
      )
      try records.importRecords()
    }
  }

  private func importCSV(
    _ source: ByteSource,
    format: ImportFormat,
    sniffsJSON: Bool,
    summary: inout InputSummary,
    run: ImportRun
  ) throws(ImportError) {
    let csv: CSVSource
    do throws(ImportError) {
      csv = try CSVSource(
        source,
        input: input,
        format: format,
        table: run.plan.tables[table],
        mapping: run.mappings[table]
      )
    } catch {
      guard error.code == .malformedCSV else { throw error }
      run.willRead(summary)
      return try run.refuseInput(error)
    }
    let earlier = EarlierRecords(input, format: format, table: table)
    run.noteRecords(earlier)
    // The program may have stopped the import while it waited for the first bytes of a pipe. The
    // CSV dialect would then be a guess from too few bytes.
    if source.totalBytes == nil { try run.stopIfRequested() }
    summary.note(csv, input: input)
    let records: CSVImport
    do {
      records = try CSVImport(csv, table: table, in: run, reopening: earlier)
    } catch {
      // The callback receives the summary even if the header is wrong, because the summary helps
      // the user to understand the error.
      run.willRead(summary)
      return try run.refuseInput(sniffsJSON ? error.withJSONHint : error)
    }
    summary.ignored = records.header.ignored
    run.willRead(summary)
    try records.importRecords()
    run.noteStrayQuotes(records.strayQuotes)
  }

  /// Returns whether the inputs may contain several records of one row.
  ///
  /// False if each table has only one input, all inputs are CSV, and no table has a column mapping.
  /// In such an import, a repeated key is an error, so no memory for the versions of rows is
  /// needed.
  static func mayRepeatRows(_ targets: [ImportTarget], mappings: [ResolvedMapping?]) -> Bool {
    let isOfFields = targets.allSatisfy { target in
      !target.isRejectFile && (target.format == .csv || target.format == .tsv)
    }
    return !isOfFields || Set(targets.map(\.table)).count < targets.count
      || mappings.contains { $0 != nil }
  }

  /// Returns the total size of all inputs in bytes, or nil if an input is not a regular file, such
  /// as a pipe.
  static func totalBytes(of targets: [ImportTarget]) -> Int64? {
    var total: Int64 = 0
    for target in targets {
      var information = stat()
      guard stat(target.input.path, &information) == 0, information.st_mode & S_IFMT == S_IFREG
      else { return nil }
      total += Int64(information.st_size)
    }
    return total
  }

  /// Throws an error if the path does not exist or is a directory.
  ///
  /// Does not open the input, because a pipe can be opened only once.
  private static func requireReadable(_ path: String) throws(ImportError) {
    var information = stat()
    guard stat(path, &information) == 0 else { throw ImportError(errno: errno, opening: path) }
    if information.st_mode & S_IFMT == S_IFDIR { throw ImportError(errno: EISDIR, opening: path) }
  }
}
