/// One step of a schema, frozen once it has been applied anywhere: a numbered SQL file, or the same
/// in Swift.
public struct Migration: Sendable {
  /// Its number: steps are applied in this order, each once.
  public let version: Int
  /// The file's name, `0001_create_social.sql`, or what a step in Swift is called.
  public let name: String
  /// SHA-256 of the file's bytes, recorded when it is applied.
  ///
  /// A closure has no bytes to compare. The fingerprint of a step in Swift is that of its name, so
  /// that exchanging it for another step, or for SQL, is found, and editing it is not.
  package let fingerprint: String
  let work: Work
  /// The SQL that undoes it, where its folder has some. Not part of the fingerprint: it may be
  /// written or mended after the migration was applied.
  package let undo: String?

  enum Work: Sendable {
    case script(String)
    case steps(@Sendable (MigrationTransaction) throws -> Void)
  }

  package init(version: Int, name: String, sql: String, undo: String? = nil) {
    self.version = version
    self.name = name
    self.undo = undo
    work = .script(sql)
    fingerprint = SHA256.hexadecimal(of: sql.utf8)
  }

  /// A step in SQL: one statement, or several separated by semicolons.
  ///
  /// - Parameters: - version: Its number, from 1. - name: What it is called, in the file and in
  ///   errors. - sql: The text. Interpolated values are written into it as literals.
  public init(version: Int, name: String, sql: SQL) {
    self.init(version: version, name: name, sql: sql.inlined.text)
  }

  /// A step in Swift, for what SQL alone cannot do. It runs in the migration's transaction: all of
  /// it is kept or nothing. Like a file it is never edited once applied, but nothing can notice it.
  ///
  /// - Parameters: - version: Its number, from 1. - name: What it is called, in the file and in
  ///   errors. - steps: What it does, with the transaction that it is lent.
  public init(
    version: Int,
    name: String,
    steps: @escaping @Sendable (MigrationTransaction) throws -> Void
  ) {
    self.version = version
    self.name = name
    undo = nil
    work = .steps(steps)
    fingerprint = SHA256.hexadecimal(of: "Swift: \(name)".utf8)
  }
}

extension Migration {
  /// The text of its SQL; nil for a step in Swift.
  package var script: String? {
    if case .script(let sql) = work { sql } else { nil }
  }

  /// Whether its SQL is nothing but comments: a file to be filled in.
  var isBlank: Bool { script.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// The same of the SQL that undoes it.
  var hasBlankUndo: Bool { undo.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// The name of the file that undoes it: `0001_create_social.down.sql`.
  package var downName: String { MigrationFileName(up: name).down }
}

extension Migration: Equatable {
  public static func == (left: Migration, right: Migration) -> Bool {
    left.version == right.version && left.name == right.name
      && left.fingerprint == right.fingerprint
  }
}
