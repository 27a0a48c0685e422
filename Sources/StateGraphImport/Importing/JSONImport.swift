import StateGraphSQLite

/// Reads one JSON input: its records go to one table, and what is nested in them to the tables that
/// the foreign keys name.
final class JSONImport {
  let run: ImportRun
  let file: String
  private let table: Int
  private let reader: JSONRecordReader
  /// Resolved members; all records of a file repeat the same few.
  private var resolutions: [Member: MemberResolution] = [:]

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int
  }

  init(_ source: ByteSource, _ input: ImportInput, table: Int, in run: ImportRun) {
    self.run = run
    self.table = table
    file = source.name
    reader = JSONRecordReader(source, root: input.root)
  }

  func importRecords() throws(ImportError) {
    while let record = try reader.next() {
      do {
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
    guard error.code == .unknownColumn, run.records == 0, let members = record.members,
      members.count == 1, case .array = members[0].value.content
    else { return error }
    var hinting = error
    hinting.remedy =
      "If the records are in that array, name it: --root \(printable(members[0].key))"
    return hinting
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
  var form: MemberForm {
    switch content {
    case .object: .object
    case .array: .array
    case .null: .null
    default: .scalar
    }
  }
}
