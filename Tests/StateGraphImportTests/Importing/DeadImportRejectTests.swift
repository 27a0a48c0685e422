import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// The reject file after the process of an import has died, simulated by copies of the folder.
@Suite struct DeadImportRejectTests {
  private let scene: ImportScene
  private let inputs: TemporaryDirectory
  private let request: ImportRequest
  /// The folder at each progress report. The first one precedes the first commit.
  private let states: [TemporaryDirectory]
  private let whole: String

  private static let rejectName = "scene.sqlite.rejects.jsonl"

  /// Imports 400 records, every second of them bad, in batches of 100. The rejects of one batch are
  /// larger than the buffer of the reject file.
  init() throws {
    scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, age INTEGER);")
    inputs = try TemporaryDirectory()
    let filler = String(repeating: "n", count: 4_000)
    let lines = (0..<400).map { "u\($0)\(filler),\($0.isMultiple(of: 2) ? "1" : "x")\n" }
    let users = try inputs.write("id,age\n" + lines.joined(), to: "users.csv")
    var request = ImportRequest(inputs: [ImportInput(path: users)])
    request.onError = .reject
    request.batchSize = 100
    self.request = request
    var states: [TemporaryDirectory] = []
    let folder = scene.directory
    _ = try Importer(path: scene.database).run(request) { _ in
      if let copy = try? Self.copy(folder) { states.append(copy) }
      return .proceed
    }
    self.states = states
    whole = try String(contentsOfFile: folder.file(Self.rejectName), encoding: .utf8)
  }

  private static func names(in folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  private static func copy(_ folder: TemporaryDirectory) throws -> TemporaryDirectory {
    let copy = try TemporaryDirectory()
    for name in try names(in: folder) {
      try FileManager.default.copyItem(atPath: folder.file(name), toPath: copy.file(name))
    }
    return copy
  }

  /// Gives the folder the contents of `state`.
  private func restore(_ state: TemporaryDirectory) throws {
    let folder = scene.directory
    for name in try Self.names(in: folder) {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    for name in try Self.names(in: state) {
      try FileManager.default.copyItem(atPath: state.file(name), toPath: folder.file(name))
    }
  }

  private func expectWholeFileAfterAnotherRun(_ number: Int) throws {
    let report = try Importer(path: scene.database).run(request)
    #expect(report.rejects.count == 200, "state \(number)")
    #expect(report.rejects.filePath == scene.directory.file(Self.rejectName), "state \(number)")
    let names = try Self.names(in: scene.directory).filter { $0.contains("rejects") }
    #expect(names == [Self.rejectName], "state \(number)")
    let text = try String(contentsOfFile: scene.directory.file(Self.rejectName), encoding: .utf8)
    #expect(text == whole, "state \(number)")
    #expect(try scene.rows("SELECT id FROM users").count == 200, "state \(number)")
  }

  @Test func `the next run of an import that died leaves one whole reject file`() throws {
    #expect(states.count >= 4)
    for (number, state) in states.enumerated() {
      try restore(state)
      try expectWholeFileAfterAnotherRun(number)
    }
  }

  @Test func `lines that died between the first commit and the renaming are found`() throws {
    let names = try states.flatMap(Self.names)
    let partial = try #require(names.first { $0.hasSuffix("partial") })
    var count = 0
    for (number, state) in states.enumerated() {
      let lines = state.file(Self.rejectName)
      guard let bytes = FileManager.default.contents(atPath: lines), !bytes.isEmpty else {
        continue
      }
      count += 1
      try restore(state)
      let folder = scene.directory
      try FileManager.default.moveItem(
        atPath: folder.file(Self.rejectName),
        toPath: folder.file(partial)
      )
      try folder.write("", to: Self.rejectName)
      try expectWholeFileAfterAnotherRun(number)
    }
    #expect(count > 0)
  }

  @Test func `committed lines survive if the reject file cannot get its name`() throws {
    let scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, age INTEGER);")
    let path = scene.directory.file(Self.rejectName)
    let files = FileManager.default
    var isBlocked = false
    let error = #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request) { _ in
        guard !isBlocked else { return .proceed }
        isBlocked = true
        // A file cannot be renamed to a folder.
        try? files.removeItem(atPath: path)
        try? files.createDirectory(atPath: path, withIntermediateDirectories: false)
        return .proceed
      }
    }
    #expect(error?.code == .outputFailed)
    try files.removeItem(atPath: path)
    let report = try Importer(path: scene.database).run(request)
    #expect(report.resumedRecords == 100)
    #expect(report.rejects.count == 200)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
    let names = try Self.names(in: scene.directory).filter { $0.contains("rejects") }
    #expect(names == [Self.rejectName])
  }

  @Test func `another import does not touch the lines of an import that died`() throws {
    let state = try #require(
      try states.first { try Self.names(in: $0).contains { $0.hasSuffix("partial") } }
    )
    try restore(state)
    let partial = try #require(try Self.names(in: state).first { $0.hasSuffix("partial") })
    let bytes = FileManager.default.contents(atPath: scene.directory.file(partial))
    try scene.run([try inputs.write("id,age\na,x\n", to: "others.csv")]) {
      $0.inputs[0].table = "users"
      $0.onError = .reject
    }
    #expect(FileManager.default.contents(atPath: scene.directory.file(partial)) == bytes)
  }

  @Test func `an import that fails before its first commit leaves no reject file`() throws {
    let scene = try ImportScene("CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, age INTEGER);")
    var request = request
    request.maximumErrors = 40
    #expect(throws: ImportError.self) { try Importer(path: scene.database).run(request) }
    #expect(try Self.names(in: scene.directory).filter { $0.contains("rejects") } == [])
  }
}
