import Glibc

extension MigrationDirectory {
  /// Writes a new migration. ``MigrationNumber`` chooses its number from the numbers in the folder.
  ///
  /// If `down` is given, a second file contains the SQL that undoes the migration. A missing folder
  /// is created. An existing file is never overwritten.
  ///
  /// - Parameters:
  ///   - title: A few words that describe the migration. They are converted to snake case: `Add
  ///     users` and `addUsers` become `add_users`.
  ///   - sql: Returns the text of the migration file. Its argument is the name of this file.
  ///   - down: Returns the text of the file that undoes the migration. Its argument is the name of
  ///     this file.
  /// - Returns: The names of the new files, without the folder.
  /// - Throws: `.migrationInvalid` for a title without a letter or digit; `.permission` and other
  ///   errors of the file system.
  func create(
    titled title: String,
    sql: (String) -> String,
    down: ((String) -> String)? = nil
  ) throws(DatabaseError) -> [String] {
    let words = Self.snakeCase(title)
    guard !words.isEmpty else {
      throw invalid(
        "The name contains no letter or digit.",
        remedy: "Name what the migration does, as create_users does."
      )
    }
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw failure("made", path: path, code: errno) }
    // The folder stays locked until this function returns. Otherwise two processes could give the
    // same number to two migrations.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure("read", path: path, code: errno) }
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("locked", path: path, code: errno) }
    }
    guard let number = MigrationNumber(after: try files(), now: time(nil)) else {
      throw invalid(
        "The last migration has the largest possible number.",
        remedy: "Renumber the files."
      )
    }
    let stem = number.digits + "_" + words
    var names = [stem + MigrationFileName.suffix]
    try write(sql(names[0]), to: names[0])
    if let down {
      names.append(stem + MigrationFileName.downSuffix)
      try write(down(names[1]), to: names[1])
    }
    return names
  }

  /// Converts a title to lower-case words of ASCII letters and digits, joined by underscores.
  ///
  /// The result has at most 100 characters.
  static func snakeCase(_ title: String) -> String {
    var words = ""
    var previousIsLower = false
    for scalar in title.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      let isLower = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isUpper, previousIsLower { words += "_" }
      if isUpper || isLower {
        words += String(scalar).lowercased()
      } else if words.last != "_", !words.isEmpty {
        words += "_"
      }
      previousIsLower = isLower
    }
    if words.last == "_" { words.removeLast() }
    return String(words.prefix(100))
  }

  private func write(_ text: String, to name: String) throws(DatabaseError) {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw failure("created", path: file, code: errno) }
    defer { close(descriptor) }
    if let code = Array(text.utf8).withUnsafeBytes({ FileBytes.write($0, to: descriptor) }) {
      // An incomplete file must not stay, because it would be applied as a migration.
      unlink(file)
      throw failure("written", path: file, code: code)
    }
  }

  private func failure(_ what: String, path: String, code: Int32) -> DatabaseError {
    let kind: DatabaseError.Code =
      switch code {
      case EACCES, EPERM, EROFS: .permission
      case ENOSPC, EDQUOT, EFBIG: .diskFull
      case EIO: .inputOutput
      default: .cannotOpen
      }
    return DatabaseError(kind, "\(path) cannot be \(what): \(systemMessage(code)).")
  }
}

/// Writes the files of new migrations into a folder. The migrations are not applied.
package struct MigrationAuthor {
  private let directory: MigrationDirectory

  package init(directory path: String) {
    directory = MigrationDirectory(path: path)
  }

  /// Writes a new migration file with this SQL.
  ///
  /// The number of the file follows the numbers of the files in the folder.
  ///
  /// - Returns: The path of the file.
  /// - Throws: The errors of `MigrationDirectory.create`.
  package func write(titled title: String, sql: String) throws(DatabaseError) -> String {
    try directory.create(titled: title, sql: { _ in sql }).map { directory.path + "/" + $0 }[0]
  }

  /// Writes a new migration file that contains only a comment, for the author to add the SQL.
  ///
  /// The number of the file follows the numbers of the files in the folder.
  ///
  /// - Parameter withDown: Whether to write a second file, for the SQL that undoes the migration.
  /// - Returns: The paths of the new files.
  /// - Throws: The errors of `MigrationDirectory.create`.
  package func writeTemplate(
    titled title: String,
    withDown: Bool
  ) throws(DatabaseError) -> [String] {
    let up = { (name: String) in
      "-- \(name): what it does, and why. Do not change it once it is applied anywhere.\n\n"
    }
    let down = { (name: String) in
      "-- \(name): undoes the migration of the same name.\n\n"
    }
    return try directory.create(titled: title, sql: up, down: withDown ? down : nil)
      .map { directory.path + "/" + $0 }
  }
}
