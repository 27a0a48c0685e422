import Foundation
import TestSupport
import Testing

/// One bad record between two good ones, whose keys are a and z or 1 and 9, and the expected result
/// under each policy.
struct HostileRecord: Sendable, CustomTestStringConvertible {
  let name: String
  /// The name of the input file, which is that of its table.
  let file: String
  let header: String
  let record: [UInt8]
  let code: String
  /// The column of the fault.
  let column: Int
  /// Whether the error is on the line after the record, because a record may continue there.
  let isBehind: Bool

  private static let headers = [
    "users.csv": "id,name,short_bio", "things.csv": "id,count,amount,parent_id",
    "posts.csv": "id,author_id",
  ]

  init(_ name: String, _ file: String, _ record: [UInt8], _ code: String, column: Int) {
    (self.name, self.file, self.record) = (name, file, record)
    (self.code, self.column, isBehind) = (code, column, false)
    header = Self.headers[file] ?? ""
  }

  init(
    _ name: String,
    _ file: String,
    _ record: String,
    _ code: String,
    column: Int,
    isBehind: Bool = false
  ) {
    (self.name, self.file, self.record) = (name, file, Array(record.utf8))
    (self.code, self.column, self.isBehind) = (code, column, isBehind)
    header = Self.headers[file] ?? ""
  }

  var testDescription: String { "\(name), \(file)" }

  var table: String { String(file.prefix { $0 != "." }) }
  var line: Int { (header.isEmpty ? 2 : 3) + (isBehind ? 1 : 0) }
  var place: String { "\(line):\(column)" }
  private var isNumbered: Bool { table == "things" }
  private var keys: [String] { isNumbered ? ["1", "9"] : ["a", "z"] }

  /// The records before and after the bad one.
  private var good: [String] {
    if header.isEmpty { return keys.map { isNumbered ? "{\"id\":\($0)}" : "{\"id\":\"\($0)\"}" } }
    let blanks = String(repeating: ",", count: header.filter { $0 == "," }.count)
    return keys.map { $0 + blanks }
  }

  var bytes: [UInt8] {
    let lines = (header.isEmpty ? [] : [header]) + [good[0]]
    return Array((lines.joined(separator: "\n") + "\n").utf8) + record
      + Array("\n\(good[1])\n".utf8)
  }

  /// The distance of the record from the first byte.
  var offset: Int {
    (header.isEmpty ? 0 : header.utf8.count + 1) + good[0].utf8.count + 1
  }

  var mended: [UInt8] {
    Array(((header.isEmpty ? [] : [header]) + good).joined(separator: "\n").utf8)
  }

  /// Whether the error can only be found at the end of all records.
  var isKnownAtTheEnd: Bool { code == "danglingReference" }

  /// The rows of the good records, as `HostileScene` writes them. Only the first row, if only that
  /// is committed before the bad record is read.
  func rows(onlyBefore: Bool = false) -> [String] {
    (onlyBefore && !isKnownAtTheEnd ? [keys[0]] : keys).map {
      switch table {
      case "things": "\($0),NULL,NULL,NULL,0,NULL"
      default: "'\($0)',NULL,NULL"
      }
    }
  }
}

extension HostileScene {
  /// The lines of a reject file; none if there is no such file.
  func rejects() throws -> [[String: Any]] {
    let path = scene.database + ".rejects.jsonl"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The names of the files beside the database, without logs of SQLite and files of the tests.
  func filesBesideDatabase() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.directory.path).filter {
      $0.hasPrefix("scene.sqlite.")
    }
  }
}
