import Foundation
import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphImport
@testable import StateGraphTools

/// A watch that polls when a test says so, and the lines that it has written.
final class WatchScene {
  let directory: TemporaryDirectory
  let database: Database
  /// A connection that does not log its commits, like a program without this library.
  let stranger: WriterConnection
  var path: String { directory.file("a.sqlite") }
  private let stream: ChangeStream
  private let session: ReadSession
  private let reader: CommitReader
  private let output: FileHandle
  private var told = 0

  init(_ schema: [SQL], tables: [String], keepsValues: Bool = true, limit: Int? = nil) throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("a.sqlite"))
    for statement in schema { try database.execute(statement) }
    let location = try DatabaseLocation(path: directory.file("a.sqlite"))
    stranger = try WriterConnection.open(location)
    stranger.recordChanges(.never)
    session = try ReadSession(path: directory.file("a.sqlite"), isLasting: true)
    reader = CommitReader(session.connection, location: location)
    stream = ChangeStream(tables, keepsValues: keepsValues, limit: limit) { _ in }
    try directory.write("", to: "out")
    output = try #require(FileHandle(forUpdatingAtPath: directory.file("out")))
    try poll()
  }

  /// Polls once. The result is `.pollOnChange` if the table was not read.
  @discardableResult
  func poll() throws -> DatabaseWatch.Next {
    let bytes = ByteOutput(descriptor: output.fileDescriptor, name: "out")
    return try session.read(beginning: { [reader] in try reader.begin() }) { _ in
      try stream.poll(reader, to: bytes)
    }
  }

  /// The lines since the last call.
  func news() throws -> [ToldChange] {
    let text = try String(contentsOfFile: directory.file("out"), encoding: .utf8)
    let lines = text.split(separator: "\n").dropFirst(told)
    told += lines.count
    return try lines.map(ToldChange.init)
  }

  func rows() throws -> [String] { try stranger.rows("SELECT * FROM t").map { "\($0)" } }
}

/// One line of a watch. Keys and rows are kept as bytes, because Foundation treats 1 and 1.0 as
/// equal, and two normalisation forms of "é" as well.
struct ToldChange {
  let kind: String
  let commit: Int
  let key: [UInt8]
  let old: [UInt8]?
  let new: [UInt8]?

  init(_ line: Substring) throws {
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    )
    kind = try #require(object["change"] as? String)
    commit = try #require(object["commit"] as? Int)
    func member(_ name: String) -> [UInt8]? {
      guard let start = line.range(of: "\"\(name)\":{")?.upperBound else { return nil }
      let rest = line[start...].utf8
      let end = [",\"old\":{", ",\"new\":{", ",\"commit\":"]
        .compactMap { line[start...].range(of: $0)?.lowerBound }.min()
      return Array("{".utf8) + Array(rest[..<(end ?? rest.endIndex)])
    }
    key = try #require(member("key"))
    (old, new) = (member("old"), member("new"))
  }
}
