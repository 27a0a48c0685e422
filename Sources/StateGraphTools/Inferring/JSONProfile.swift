import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Reads the records of a JSON input, and adds each record to the statistics of its table. The
/// records of each nested member have statistics of their own, in another ``RecordShape``.
struct JSONProfile {
  private let reader: JSONRecordReader
  private let file: String
  private let skipsBadRecords: Bool
  private let mapping: MappedRecords?

  /// Creates a reader of the records in `source`, with the options of `input`.
  ///
  /// - Parameters:
  ///   - isDocument: Whether the input is a JSON document, which must have a value. JSON lines can
  ///     be empty.
  ///   - skipsBadRecords: Whether records that cannot be read are left out. If false, the first one
  ///     ends the inference with an error.
  ///   - mapping: The mapping of the request. Nil if there is none.
  init(
    _ source: ByteSource,
    input: ImportInput,
    isDocument: Bool,
    skipsBadRecords: Bool,
    mapping: MappedRecords?
  ) {
    (self.skipsBadRecords, self.mapping) = (skipsBadRecords, mapping)
    reader = JSONRecordReader(source, reading: input, mayBeEmpty: !isDocument)
    file = source.name
  }

  func run(into shape: RecordShape) throws(ImportError) {
    let profile = RecordProfile(file: file, fields: nil)
    while var record = try nextRecord(of: shape) {
      if let key = reader.recordKey { record = Self.keyed(record, key: key, in: shape) }
      do {
        try profile.add(record, to: shape)
      } catch {
        throw error.located(at: record.place.inFile(file))
      }
    }
  }

  private func nextRecord(of shape: RecordShape) throws(ImportError) -> JSONValue? {
    while true {
      do {
        guard let record = try reader.next() else { return nil }
        return try mapping?.mapped(record, of: shape.name, in: file) ?? record
      } catch {
        guard skipsBadRecords, error.concernsOneRecord, reader.canContinue else { throw error }
        shape.noteBadRecord(error)
      }
    }
  }

  /// Returns the record with its key as an additional first member, if the records are the members
  /// of one object. An import adds the same member, under the name of the primary key.
  private static func keyed(
    _ record: JSONValue,
    key: JSONRecordKey,
    in shape: RecordShape
  ) -> JSONValue {
    guard let members = record.members else { return record }
    let isTaken = members.contains { $0.key.utf8.elementsEqual("id".utf8) }
    let name = shape.recordKeyName ?? (isTaken ? "key" : "id")
    shape.recordKeyName = name
    let value = JSONValue(.string(key.text), at: key.place)
    let member = JSONMember(key: name, keyPlace: key.place, value: value)
    return JSONValue(.object([member] + members), at: record.place)
  }
}
