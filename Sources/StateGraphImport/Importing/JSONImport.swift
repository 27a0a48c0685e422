import StateGraphFormats
import StateGraphSQLite

/// Reads one JSON input: its records go to one table, and what is nested in them to the tables that
/// the foreign keys name.
final class JSONImport {
  let run: ImportRun
  let file: String
  private let table: Int
  private var reader: any RecordReader
  /// Whether records come as their input has them, and not mapped already.
  let appliesMapping: Bool
  /// Resolved members; all records of a file repeat the same few.
  @exclusivity(unchecked) private var resolutions: [Member: MemberResolution] = [:]
  /// By table, and by the place among a record's members: what stood there last. Records mostly
  /// have their members in one order.
  @exclusivity(unchecked) private var recent: [[RecentMember]]

  @exclusivity(unchecked) private var linkPlans: [LinkPlan] = []
  /// For arrays of links, of which one may lie in another.
  @exclusivity(unchecked) var linkKeys: [LinkKeys] = []

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int

    /// By bytes: Swift would call two spellings of one letter the same name.
    static func == (left: Member, right: Member) -> Bool {
      left.table == right.table && left.form == right.form && left.name == right.name
        && left.name.hasSameBytes(as: right.name)
    }
  }

  private struct RecentMember {
    let name: String
    let form: MemberForm
    let resolution: MemberResolution
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
    recent = run.plan.tables.map { _ in [] }
    self.table = table
    self.reader = reader
    self.appliesMapping = appliesMapping
    file = reader.file
  }

  /// A record as if its input had been written for the schema.
  func mapped(_ record: JSONValue, in table: Int) throws(ImportError) -> JSONValue {
    guard appliesMapping, let mapping = run.mappings[table] else { return record }
    return try mapping.applied(to: record, in: file, run.plan, table)
  }

  func importRecords() throws(ImportError) {
    reader = reader.readingAhead(keepsText: run.rejects != nil || run.held != nil)
    try skipImported()
    let plan = run.plan.tables[table]
    while true {
      var record: JSONValue?
      do {
        record = try reader.next()
        guard var whole = record else { break }
        if let key = reader.recordKey { whole = try whole.keyed(key, by: plan) }
        record = whole
        try importTopLevel(whole)
      } catch {
        try reject(error, record)
      }
      try run.didReadRecord(from: reader)
    }
    try run.didFinish(reader)
  }

  /// Reads over what an interrupted run has imported.
  private func skipImported() throws(ImportError) {
    guard let resumed = run.input?.resumed else { return }
    for _ in 0..<resumed.recordCount {
      var key: [Cell]?
      do {
        guard var record = try reader.next() else { break }
        if let key = reader.recordKey { record = try record.keyed(key, by: run.plan.tables[table]) }
        key = keyCells(of: record)
      } catch {
        guard run.rejects != nil, error.concernsOneRecord, reader.resynchronise(after: error)
        else { throw error }
      }
      try run.didSkipRecord(key, in: table, from: reader)
    }
    try run.didSkipAll(reader)
  }

  /// Imports the one record that there is.
  ///
  /// - Parameter key: The key under which it stood in a map by key.
  func importSingleRecord(under key: String? = nil) throws(ImportError) {
    guard var record = try reader.next() else { throw .noRecord }
    if let key {
      let key = JSONRecordKey(text: key, place: record.place)
      record = try record.keyed(key, by: run.plan.tables[table])
    }
    try write(record)
    guard try reader.next() == nil else { throw .severalRecords }
  }

  /// Under a policy by which the import goes on, nothing of a bad record may stay.
  private func importTopLevel(_ record: JSONValue) throws(ImportError) {
    let mayBeSeveralRows = record.isNested || run.mappings[table] != nil
    guard run.rejects != nil || run.held != nil, mayBeSeveralRows else {
      return try write(record)
    }
    try run.whole { () throws(ImportError) in try write(record) }
  }

  private func write(_ record: JSONValue) throws(ImportError) {
    let (row, outcome) = try importRecord(record, into: table, as: .record)
    try run.didStoreRecord(row.cells, outcome, in: table, row)
  }

  /// - Parameter record: Nil where it could not be read.
  private func reject(_ error: ImportError, _ record: JSONValue?) throws(ImportError) {
    let error = record.map { hintingAtRoot(error, $0) } ?? error
    if !HeldRecords.isNotYet(error) {
      guard reader.resynchronise(after: error) else { throw error }
    }
    try run.reject(error) {
      RecordText(
        table: table,
        form: reader.form,
        bytes: Array(reader.recordBytes),
        start: reader.recordPlace ?? InputPlace(file: file, line: 1, column: 1, byteOffset: 0)
      )
    } key: {
      record.flatMap { keyCells(of: $0) }
    }
  }

  /// The key of a record that could not be written; nil where it takes more than a look.
  private func keyCells(of record: JSONValue) -> [Cell]? {
    let plan = run.plan.tables[table]
    var cells = [Cell](repeating: .absent, count: plan.schema.columns.count)
    let record = (try? mapped(record, in: table)) ?? record
    for member in record.members ?? [] {
      guard case .role(.column(let column)) = resolve(member.key, member.value.form, in: table),
        plan.keyIndexes.contains(column),
        let cell = try? Cell(json: member.value.content, plan.kinds[column])
      else { continue }
      cells[column] = cell
    }
    return plan.keyCells(of: cells)
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

  /// There are a few in a schema.
  func plan(of link: LinkRole) -> LinkPlan {
    for known in linkPlans where known.role == link { return known }
    let made = LinkPlan(link, run.plan)
    linkPlans.append(made)
    return made
  }

  func resolve(
    _ name: String,
    _ form: MemberForm,
    at position: Int,
    in table: Int
  ) -> MemberResolution {
    // Without a copy of what stood there: this is asked for every member.
    if position < recent[table].count, recent[table][position].form == form,
      recent[table][position].name.hasSameBytes(as: name)
    {
      return recent[table][position].resolution
    }
    let resolution = resolve(name, form, in: table)
    let member = RecentMember(name: name, form: form, resolution: resolution)
    if position < recent[table].count {
      recent[table][position] = member
    } else if position == recent[table].count, position < 64 {
      recent[table].append(member)
    }
    return resolution
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

extension JSONValue {
  /// Whether it may be more than one row.
  fileprivate var isNested: Bool {
    members?.contains { $0.value.form == .object || $0.value.form == .array } ?? false
  }
}
