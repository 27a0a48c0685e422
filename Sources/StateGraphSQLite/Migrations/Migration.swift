/// One step of a schema: a numbered SQL file, or a closure in Swift. A migration must not be
/// changed after it was applied to any file.
public struct Migration: Sendable {
  /// The number of the migration. Migrations are applied in ascending order, and each only once.
  public let version: Int
  /// The name of the file, such as `0001_create_social.sql`, or the name of a migration in Swift.
  public let name: String
  /// The SHA-256 of the file's bytes, which is recorded when the migration is applied.
  ///
  /// A migration in Swift has no text to compare, so its fingerprint is that of its name. Replacing
  /// it with another migration, or with SQL, is therefore detected. Editing its closure is not.
  package let fingerprint: String
  let work: Work
  /// The SQL that undoes the migration; nil if the folder has none. It is not part of the
  /// fingerprint, so it may be written or corrected after the migration was applied.
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

  /// Creates a migration in SQL: one statement, or several separated by semicolons.
  ///
  /// - Parameters:
  ///   - version: The number of the migration, from 1.
  ///   - name: The name of the migration, which is recorded in the file and used in errors.
  ///   - sql: The SQL text. Interpolated values are written into the text as literals.
  public init(version: Int, name: String, sql: SQL) {
    self.init(version: version, name: name, sql: sql.inlined.text)
  }

  /// Creates a migration in Swift, for changes that SQL alone cannot express. It runs in one
  /// transaction. Do not edit it after it was applied: the library cannot detect an edit.
  ///
  /// - Parameters:
  ///   - version: The number of the migration, from 1.
  ///   - name: The name of the migration, which is recorded in the file and used in errors.
  ///   - steps: Runs the statements of the migration. If it throws, the migration is undone.
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
  /// The text of the SQL; nil for a migration in Swift.
  package var script: String? {
    if case .script(let sql) = work { sql } else { nil }
  }

  /// Whether the SQL has only comments, like a new file from the template.
  var isBlank: Bool { script.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// Whether the SQL that undoes the migration has only comments.
  var hasBlankUndo: Bool { undo.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// The name of the file that undoes the migration, such as `0001_create_social.down.sql`.
  package var downName: String { MigrationFileName(up: name).down }
}

extension Migration: Equatable {
  public static func == (left: Migration, right: Migration) -> Bool {
    left.version == right.version && left.name == right.name
      && left.fingerprint == right.fingerprint
  }
}
