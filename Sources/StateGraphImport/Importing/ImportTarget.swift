import Glibc
import StateGraphFormats

/// An input whose table is known.
struct ImportTarget {
  let input: ImportInput
  /// Nil where only the content can say it.
  private let format: ImportFormat?
  let table: Int
  /// It holds records that another import has rejected, each of a table of its own; `table` then
  /// means nothing.
  private let isRejects: Bool

  init(_ input: ImportInput, _ plan: ImportPlan) throws(ImportError) {
    self.input = input
    let place = input.path == "-" ? "standard input" : input.path
    // Before its name is asked for a table: of a file that is not there, that is the first to say.
    if input.path != "-" { try Self.requireReadable(input.path) }
    format = input.format ?? ImportFormat(path: input.path)
    isRejects =
      input.format == nil && input.path != "-" && RejectsFormat.isFormat(ofFile: input.path)
    guard !isRejects else {
      table = 0
      return
    }
    guard let name = input.table ?? Self.stem(input.path) else {
      throw ImportError(
        .unknownTable,
        "\(place): the name does not say which table the records belong to",
        remedy: "Pass --table"
      )
    }
    guard let table = plan.tableIndex(name) else {
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
        "JSON cannot be read \(depth) levels deep",
        remedy: "Ask for a depth from 1 to 1000"
      )
    }
  }

  func importRecords(in run: ImportRun) throws(ImportError) {
    let source = try ByteSource(path: input.path, encoding: input.encoding) {
      () throws(ImportError) in try run.stopIfAsked()
    }
    if isRejects { return try RejectsImport(source, in: run).importRecords() }
    let sniffed = ImportFormat(sniffing: source)
    let format = self.format ?? sniffed
    var summary = InputSummary(source, input, format, table: run.plan.tables[table].name)
    if self.format == nil { summary.isSniffed = true }
    switch format {
    case .csv, .tsv:
      do {
        try importCSV(source, format, &summary, run)
      } catch {
        throw sniffed == .json ? error.hintingAtJSON : error
      }
    case .json, .jsonl:
      run.willRead(summary)
      try JSONImport(source, input, table: table, in: run).importRecords()
    }
  }

  private func importCSV(
    _ source: ByteSource,
    _ format: ImportFormat,
    _ summary: inout InputSummary,
    _ run: ImportRun
  ) throws(ImportError) {
    let mapping = run.mappings[table]
    let csv = try CSVSource(source, input, format, run.plan.tables[table], mapping)
    // Where the wait for the sample was ended, the dialect is a guess.
    if source.totalBytes == nil { try run.stopIfAsked() }
    summary.note(csv, input)
    guard let mapping else {
      run.willRead(summary)
      return try CSVImport(csv, input, table: table, in: run).importRecords()
    }
    let spellings = run.request.nullSpellings
    let reader = try CSVRecordReader(csv, mapping, nullSpellings: spellings)
    summary.ignored = reader.ignored
    run.willRead(summary)
    try JSONImport(reader, appliesMapping: false, table: table, in: run).importRecords()
  }

  /// The size of all inputs, or nil where one of them has no length.
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

  /// Looks without opening: a pipe can be opened only once.
  private static func requireReadable(_ path: String) throws(ImportError) {
    var information = stat()
    guard stat(path, &information) == 0 else { throw ImportError(errno: errno, opening: path) }
    if information.st_mode & S_IFMT == S_IFDIR { throw ImportError(errno: EISDIR, opening: path) }
  }

  /// `posts` of `data/posts.csv`.
  private static func stem(_ path: String) -> String? {
    guard path != "-", let name = path.split(separator: "/").last else { return nil }
    let stem = name.prefix { $0 != "." }
    return stem.isEmpty ? nil : String(stem)
  }
}
