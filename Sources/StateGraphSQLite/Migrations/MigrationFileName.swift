/// The name of a migration file, such as `0001_create_users.sql`.
///
/// The name has at least four digits, an underscore and words. If the file undoes a migration, its
/// name ends in `.down.sql`.
struct MigrationFileName {
  static let suffix = ".sql"
  static let downSuffix = ".down.sql"

  let version: Int
  let isDown: Bool
  /// The name without `.sql` or `.down.sql`, such as `0001_create_users`.
  ///
  /// A migration and the file that undoes it have the same stem.
  let stem: String

  /// Reads the number from a file name, and whether the file undoes a migration.
  ///
  /// Returns nil if the name does not have the form `0001_create_users.sql`.
  init?(_ name: String) {
    guard name.hasSuffix(Self.suffix) else { return nil }
    isDown = name.hasSuffix(Self.downSuffix)
    stem = String(name.dropLast((isDown ? Self.downSuffix : Self.suffix).count))
    let digits = stem.prefix { $0.isASCII && $0.isNumber }
    let rest = stem.dropFirst(digits.count)
    guard digits.count >= 4, let version = Int(digits), version > 0, rest.first == "_",
      rest.count > 1
    else { return nil }
    self.version = version
  }

  /// Creates the file name for a migration that may have no file.
  ///
  /// The name of such a migration need not contain a number, so the version is 0.
  init(up name: String) {
    version = 0
    isDown = false
    stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
  }

  var up: String { stem + Self.suffix }
  var down: String { stem + Self.downSuffix }
}
