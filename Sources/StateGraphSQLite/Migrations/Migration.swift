/// A change of the database schema, written in SQL or as a Swift closure.
///
/// Do not change a migration after it was applied to any file. If the SQL of an applied migration
/// was changed, opening the file throws `.migrationModified`.
public struct Migration: Sendable {
  /// The number of the migration. Migrations are applied in ascending order of their numbers, each
  /// once for each file.
  public let version: Int
  /// The name of the migration. For a migration from a file, this is the file name, such as
  /// `0001_create_social.sql`.
  public let name: String
  /// The SHA-256 of the SQL text, in hexadecimal. The database file stores the fingerprint of each
  /// applied migration.
  ///
  /// If the stored fingerprint differs from this one, the SQL was edited after it was applied. For
  /// a migration in Swift, the fingerprint is made from the name. An edit of the closure is
  /// therefore not detected.
  package let fingerprint: String
  let work: Work
  /// The SQL that undoes the migration, or nil if the author wrote none.
  ///
  /// The fingerprint does not include this SQL. An author can therefore correct it later.
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
    fingerprint = MigrationFingerprints.fingerprint(of: sql)
  }

  /// Creates a migration in SQL. Semicolons separate several statements.
  ///
  /// - Parameters:
  ///   - version: The number of the migration, 1 or higher.
  ///   - name: The name of the migration, for the database file and for error messages.
  ///   - sql: The SQL text. Interpolated values become literals in this text.
  public init(version: Int, name: String, sql: SQL) {
    self.init(version: version, name: name, sql: sql.inlined.text)
  }

  /// Creates a migration in Swift, for changes that SQL alone cannot express. The closure runs in
  /// one transaction.
  ///
  /// Do not edit the closure after the migration was applied. The library cannot detect the edit.
  ///
  /// - Parameters:
  ///   - version: The number of the migration, 1 or higher.
  ///   - name: The name of the migration, for the database file and for error messages.
  ///   - steps: Runs the statements of the migration. If the closure throws, the migration is
  ///     rolled back.
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
  /// The SQL text of the migration, or nil for a migration in Swift.
  package var script: String? {
    if case .script(let sql) = work { sql } else { nil }
  }

  /// Whether the migration's SQL contains only comments, as in a new file from the template. If
  /// true, the migration is refused, because SQL could not be added after it was applied.
  var isBlank: Bool { script.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// Whether the SQL that undoes the migration contains only comments, as in a new file from the
  /// template. If true, the migration cannot be undone.
  var hasBlankUndo: Bool { undo.map { BareWords($0, atMost: 1).words.isEmpty } ?? false }

  /// Returns whether `fingerprint` is that of the SQL, or of the SQL with other line ends.
  func has(_ fingerprint: String) -> Bool {
    if self.fingerprint == fingerprint { return true }
    guard let script else { return false }
    let unix = script.replacing("\r\n", with: "\n")
    return [unix, unix.replacing("\n", with: "\r\n")].contains {
      MigrationFingerprints.fingerprint(of: $0) == fingerprint
    }
  }

  /// The name of the file that undoes the migration, such as `0001_create_social.down.sql`.
  package var downName: String { MigrationFileName(up: name).down }
}

extension Migration: Equatable {
  public static func == (left: Migration, right: Migration) -> Bool {
    left.version == right.version && left.name.hasSameBytes(as: right.name)
      && left.fingerprint == right.fingerprint
  }
}
