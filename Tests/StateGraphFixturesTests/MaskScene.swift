import StateGraphFixtures
import StateGraphSQLite
import StateGraphTools
import TestSupport

/// A database with rows, and the files from which its masks are read.
struct MaskScene {
  static let firstKey = Array("0123456789abcdef0123456789abcdef".utf8)
  static let secondKey = Array("another key of thirty-two bytes!".utf8)

  let scene: ExtractScene
  var masks: String { scene.directory.file("mask.json") }
  var key: String { scene.directory.file("key") }

  init(_ scene: ExtractScene) throws {
    self.scene = scene
    try scene.directory.write(Self.firstKey, to: "key")
  }

  init(_ schema: String, rows: String, masks: String) throws {
    try self.init(ExtractScene(schema, rows: rows))
    try scene.directory.write(masks, to: "mask.json")
  }

  /// Extracts masked rows, and loads them into a database with the same tables.
  @discardableResult
  func extract(
    _ table: String,
    key: [UInt8] = Self.firstKey,
    with children: [ExtractRequest.Children] = []
  ) throws -> ExtractScene {
    try scene.directory.write(key, to: "key")
    var request = ExtractRequest(table: table, output: scene.output)
    request.children = children
    return try extract(request)
  }

  func extract(_ request: ExtractRequest) throws -> ExtractScene {
    var request = request
    request.replacesExisting = true
    request.masking = MaskRequest(masks: masks, key: key)
    _ = try Extractor(path: scene.database).run(request)
    return try scene.loaded()
  }

  /// The error of an extraction that must fail and write nothing, or nil.
  func failure(_ table: String) throws -> MaskError? {
    let before = try scene.entries()
    var request = ExtractRequest(table: table, output: scene.output)
    request.masking = MaskRequest(masks: masks, key: key)
    do {
      _ = try Extractor(path: scene.database).run(request)
      return nil
    } catch let error as MaskError {
      return try scene.entries() == before ? error : nil
    }
  }

  /// Returns the masks of the values of the column `v` in a table `t`, in the order of the rows.
  static func masks(
    of literals: [String],
    _ mask: String,
    type: String = "TEXT",
    key: [UInt8] = firstKey
  ) throws -> [SQLiteValue] {
    let scene = try MaskScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v \(type));",
      rows: literals.map { "INSERT INTO t (v) VALUES (\($0));" }.joined(separator: "\n"),
      masks: #"{"t": {"v": "\#(mask)"}}"#
    )
    return try scene.extract("t", key: key).rows("SELECT v FROM t ORDER BY id").map { $0[0] }
  }
}
