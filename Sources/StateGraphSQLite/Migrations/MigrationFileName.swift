/// The name of a migration's file: at least four digits, an underscore and words, such as
/// `0001_create_users.sql`. The file that undoes the migration has `.down` before `.sql`.
struct MigrationFileName {
  static let suffix = ".sql"
  static let downSuffix = ".down.sql"

  let version: Int
  let isDown: Bool
  /// The part of the name that the files for applying and for undoing a migration share.
  let stem: String

  /// Returns nil for a name that does not have this form.
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

  /// Creates the name for a migration that does not have to come from a file.
  init(up name: String) {
    version = 0
    isDown = false
    stem = name.hasSuffix(Self.suffix) ? String(name.dropLast(Self.suffix.count)) : name
  }

  var up: String { stem + Self.suffix }
  var down: String { stem + Self.downSuffix }
}
