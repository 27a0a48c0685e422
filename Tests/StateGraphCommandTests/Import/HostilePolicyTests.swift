import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The result of an import with a bad record, under each policy.
@Suite("Hostile records under every policy") struct HostilePolicyTests {
  private func run(
    _ hostile: HostileScene,
    _ path: String,
    _ options: String...
  ) throws -> CommandScene.Result {
    let result = try hostile.scene.run(["import", hostile.scene.database, path] + options)
    #expect(!(result.output + result.errors).unicodeScalars.contains { $0 == "\u{1B}" })
    return result
  }

  @Test(arguments: HostileRecord.all)
  func `a rejected record is all that is missing, and its place and text are kept`(
    bad: HostileRecord
  ) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    let result = try run(hostile, path, "--on-error", "reject")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("1 record rejected (\(bad.code)):\n"), "\(result.errors)")
    #expect(result.errors.contains("  \(path):\(bad.place): "), "\(result.errors)")
    #expect(try hostile.rows(bad.table) == bad.rows())
    let rejects = try hostile.rejects()
    #expect(rejects.count == 1)
    let reject = try #require(rejects.first)
    #expect(reject["code"] as? String == bad.code)
    #expect(reject["line"] as? Int == bad.line)
    #expect(reject["column"] as? Int == bad.column)
    let raw = (reject["raw"] as? String).map { Array($0.utf8) }
    let encoded = (reject["rawBase64"] as? String).flatMap { Data(base64Encoded: $0) }
    #expect((raw ?? encoded.map { Array($0) }) == bad.record)
    let byte = try #require(reject["byte"] as? Int)
    #expect(byte >= bad.offset && byte <= bad.offset + bad.record.count + (bad.isBehind ? 1 : 0))
  }

  @Test(arguments: HostileRecord.all)
  func `an uncorrected reject is refused again without a change`(
    bad: HostileRecord
  ) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    #expect(try run(hostile, path, "--on-error", "reject").status == 1)
    let before = try hostile.scene.dump()
    let rejects = hostile.scene.database + ".rejects.jsonl"
    let text = try String(contentsOfFile: rejects, encoding: .utf8)
    let again = try run(hostile, rejects)
    // A record with an existing key is merged. The existing rows are not part of this input.
    #expect(again.status == (bad.code == "duplicateIdentifier" ? 0 : 65), "\(again.errors)")
    if again.status != 0 {
      #expect(again.errors.contains("\(path):\(bad.place)"), "\(again.errors)")
      #expect(try hostile.scene.dump() == before)
    }
    #expect(try String(contentsOfFile: rejects, encoding: .utf8) == text)
    guard again.status != 0 else { return }
    // The record is rejected again, with the same line in the reject file.
    let moved = hostile.scene.directory.file("second.jsonl")
    let second = try run(hostile, rejects, "--on-error", "reject", "--rejects", moved)
    #expect(second.status == 1, "\(second.errors)")
    #expect(try hostile.scene.dump() == before)
    let (old, new) = (try rejectLine(rejects), try rejectLine(moved))
    for member in ["file", "table", "raw", "rawBase64", "separator"] {
      #expect(old[member] as? String == new[member] as? String, "\(member)")
    }
    for member in ["line", "column", "byte"] {
      #expect(old[member] as? Int == new[member] as? Int, "\(member)")
    }
  }

  /// The one line of a reject file.
  private func rejectLine(_ path: String) throws -> [String: Any] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: HostileRecord.all)
  func `a skipped record leaves a count and no file`(bad: HostileRecord) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    let result = try run(hostile, path, "--on-error", "skip")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains("3 records, ") && result.output.contains("1 rejected"))
    #expect(result.errors.contains("  \(path):\(bad.place): "), "\(result.errors)")
    #expect(try hostile.rows(bad.table) == bad.rows())
    #expect(try hostile.filesBesideDatabase().isEmpty)
  }

  @Test(arguments: HostileRecord.all)
  func `beyond the limit of bad records nothing of the batch is kept`(bad: HostileRecord) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    let result = try run(hostile, path, "--on-error", "skip", "--max-errors", "0")
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.hasPrefix("stategraph: \(path):\(bad.place): "), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try hostile.rows(bad.table) == (bad.isKnownAtTheEnd ? bad.rows() : []))
  }

  @Test(arguments: HostileRecord.all)
  func `in one transaction nothing is kept, and a dry run reports the same error`(
    bad: HostileRecord
  ) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    for options in [[], ["--dry-run"]] {
      let result = try hostile.scene.run(["import", hostile.scene.database, path] + options)
      #expect(result.status == 65, "\(result.errors)")
      #expect(result.errors.hasPrefix("stategraph: \(path):\(bad.place): "), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try hostile.isUntouched())
    }
  }

  @Test(arguments: HostileRecord.all)
  func `in batches the whole ones are kept, and the mended input is read to its end`(
    bad: HostileRecord
  ) throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(bad.bytes, to: bad.file)
    let failed = try run(hostile, path, "--batch-size", "1")
    #expect(failed.status == 65, "\(failed.errors)")
    #expect(failed.errors.hasPrefix("stategraph: \(path):\(bad.place): "), "\(failed.errors)")
    #expect(try hostile.rows(bad.table) == bad.rows(onlyBefore: true))
    // A second run has the same result.
    let again = try run(hostile, path, "--batch-size", "1")
    #expect(again.status == 65)
    let notice = bad.isKnownAtTheEnd ? "was imported before" : "resuming at record 2"
    #expect(again.errors.hasPrefix("stategraph: \(path): \(notice)"), "\(again.errors)")
    #expect(again.errors.contains("stategraph: \(path):\(bad.place): "), "\(again.errors)")
    #expect(try hostile.rows(bad.table) == bad.rows(onlyBefore: true))
    try hostile.scene.directory.write(bad.mended, to: bad.file)
    let mended = try run(hostile, path, "--batch-size", "1")
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(try hostile.rows(bad.table) == bad.rows())
    #expect(
      try hostile.scene.firstValue(
        "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'stategraph_import%'"
      ) == .integer(0)
    )
  }
}
