import StateGraphSQLite

/// Reads one JSON input: its records go to one table, and what is nested in them to the tables that
/// the foreign keys name.
final class JSONImport {
  let run: ImportRun
  let file: String
  private let table: Int
  private let reader: any RecordReader
  /// Whether records come as their input has them, and not mapped already.
  let appliesMapping: Bool
  /// Resolved members; all records of a file repeat the same few.
  private var resolutions: [Member: MemberResolution] = [:]

  /// By join table.
  private var linkAttributes: [Int: LinkAttributes] = [:]

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int

    /// By bytes: Swift would call two spellings of one letter the same name.
    static func == (left: Member, right: Member) -> Bool {
      left.table == right.table && left.form == right.form && left.name == right.name
        && left.name.utf8.elementsEqual(right.name.utf8)
    }
  }

  convenience init(_ source: ByteSource, _ input: ImportInput, table: Int, in run: ImportRun) {
    let reader = JSONRecordReader(
      source,
      root: input.root,
      isMapByKey: input.isMapByKey,
      takesLastOfKeys: input.duplicateKeys == .last,
      maximumDepth: input.maximumDepth ?? JSONReader.defaultMaximumDepth
    )
    self.init(reader, appliesMapping: true, table: table, in: run)
  }

  init(_ reader: any RecordReader, appliesMapping: Bool, table: Int, in run: ImportRun) {
    self.run = run
    self.table = table
    self.reader = reader
    self.appliesMapping = appliesMapping
    file = reader.source.name
  }

  /// A record as if its input had been written for the schema.
  func mapped(_ record: JSONValue, in table: Int) throws(ImportError) -> JSONValue {
    guard appliesMapping, let mapping = run.mappings[table] else { return record }
    return try mapping.applied(to: record, in: file, run.plan, table)
  }

  func importRecords() throws(ImportError) {
    let plan = run.plan.tables[table]
    while var record = try reader.next() {
      do {
        if let key = reader.recordKey { record = try record.keyed(key, by: plan) }
        try importTopLevel(record)
      } catch {
        throw hintingAtRoot(error, record)
      }
      try run.didReadRecord(from: reader.source)
    }
    try run.didFinish(reader.source)
  }

  private func importTopLevel(_ record: JSONValue) throws(ImportError) {
    let (row, outcome) = try importRecord(record, into: table, as: .record)
    try run.didStoreRecord(row.cells, outcome, in: table, row)
  }

  /// The usual reason why a lone object with one array in it fits no table.
  private func hintingAtRoot(_ error: ImportError, _ record: JSONValue) -> ImportError {
    guard error.code == .unknownColumn, run.records == 0, let members = record.members else {
      return error
    }
    var hinting = error
    if members.count == 1, case .array = members[0].value.content {
      hinting.remedy =
        "If the records are in that array, name it: --root \(printable(members[0].key))"
    } else if members.allSatisfy({ $0.value.members != nil }) {
      hinting.remedy = "If every member is a record under its key, pass --map-by-id"
    }
    return hinting
  }

  func attributes(of link: LinkRole) -> LinkAttributes {
    if let known = linkAttributes[link.joinTable] { return known }
    let attributes = LinkAttributes(link, run.plan)
    linkAttributes[link.joinTable] = attributes
    return attributes
  }

  func resolve(
    _ name: String,
    _ form: MemberForm,
    in table: Int
  ) -> MemberResolution {
    let member = Member(name: name, form: form, table: table)
    if let known = resolutions[member] { return known }
    let resolution = run.plan.resolve(name, form, in: table)
    // A hostile input could have a new name in every record.
    if resolutions.count < 4_096 { resolutions[member] = resolution }
    return resolution
  }
}
