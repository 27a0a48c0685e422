import StateGraphFormats

/// The records and errors that the record reader reports for one input.
struct JSONRecords: Equatable {
  struct Failure: Equatable {
    let code: ImportError.Code
    let place: InputPlace?
    let record: [UInt8]
    let canContinue: Bool
  }

  var values: [JSONValue] = []
  var failures: [Failure] = []

  init(_ input: [UInt8], root: String?, chunkBytes: Int) {
    do {
      let source = try ByteSource(
        bytes: input,
        name: "input",
        encoding: .utf8,
        chunkBytes: chunkBytes
      )
      let reader = JSONRecordReader(source, root: root)
      while read(reader) {
        require(
          source.compression != nil || values.count + failures.count <= input.count + 1,
          "every record has at least one byte"
        )
      }
    } catch {
      failures.append(Failure(code: error.code, place: error.place, record: [], canContinue: false))
    }
  }

  private mutating func read(_ reader: JSONRecordReader) -> Bool {
    do {
      guard let value = try reader.next() else { return false }
      values.append(value)
      return true
    } catch {
      failures.append(
        Failure(
          code: error.code,
          place: error.place,
          record: reader.canContinue ? Array(reader.recordBytes) : [],
          canContinue: reader.canContinue
        )
      )
      return reader.canContinue
    }
  }
}

/// Writes a value as JSON, with an escape for each UTF-16 unit of a string.
enum JSONText {
  static func of(_ value: JSONValue) -> String {
    switch value.content {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .number(let text): text
    case .string(let string): quoted(string)
    case .array(let elements): "[" + elements.map(of).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { quoted($0.key) + ":" + of($0.value) }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + units.joined() + "\""
  }
}
