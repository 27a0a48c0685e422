import Glibc

/// Reads the migrations in a folder, such as `0001_create_users.sql`.
///
/// The file `0001_create_users.down.sql` contains the SQL that undoes this migration.
struct MigrationDirectory {
  let path: String

  /// Returns the migrations of the folder, sorted by number.
  ///
  /// - Throws: `.migrationInvalid` for a `.sql` file whose name has an unknown form. Otherwise a
  ///   file with a misspelled name would be skipped without an error.
  func load() throws(DatabaseError) -> [Migration] {
    let files = try self.files()
    let downs = files.filter(\.isDown)
    var migrations: [Migration] = []
    for file in files where !file.isDown {
      if let other = migrations.first(where: { $0.version == file.version }) {
        throw invalid(
          "\(file.up) and \(other.name) have the same number.",
          remedy: "Renumber one of them.",
          in: file.up
        )
      }
      let hasDown = downs.contains { $0.stem.hasSameBytes(as: file.stem) }
      let sql = try contents(of: file.up)
      let undo = hasDown ? try contents(of: file.down) : nil
      migrations.append(Migration(version: file.version, name: file.up, sql: sql, undo: undo))
    }
    for down in downs where !migrations.contains(where: { $0.downName.hasSameBytes(as: down.down) })
    {
      throw invalid(
        "\(down.down) undoes no migration: there is no \(down.up).",
        remedy: "Give it the name of the migration that it undoes.",
        in: down.down
      )
    }
    return migrations.sorted { $0.version < $1.version }
  }

  /// Returns the `.sql` files of the folder, sorted by name.
  ///
  /// - Throws: `.migrationInvalid` if a file name does not have the form `0001_create_users.sql`.
  func files() throws(DatabaseError) -> [MigrationFileName] {
    var files: [MigrationFileName] = []
    for name in try fileNames().sorted() where name.lowercased().hasSuffix(".sql") {
      guard let file = MigrationFileName(name) else {
        throw invalid(
          "\(name) is not the name of a migration.",
          remedy: "Use at least four digits, an underscore and words: 0001_create_users.sql.",
          in: name
        )
      }
      files.append(file)
    }
    return files
  }

  private func fileNames() throws(DatabaseError) -> [String] {
    guard let names = FileBytes.names(inFolder: path) else {
      throw invalid(
        "The migration directory \(path) cannot be read: \(systemMessage(errno)).",
        remedy: "Pass the folder that holds the numbered .sql files."
      )
    }
    return names
  }

  private func contents(of name: String) throws(DatabaseError) -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw invalid("The migration \(name) cannot be read: \(systemMessage(errno)).", in: name)
    }
    defer { close(descriptor) }
    // Only regular files are read. Reading a pipe would block or return nothing.
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      throw invalid("The migration \(name) is not a file.", in: name)
    }
    guard let bytes = FileBytes.read(from: descriptor) else {
      throw invalid("The migration \(name) cannot be read: \(systemMessage(errno)).", in: name)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw invalid(
        "The migration \(name) is not UTF-8 text.",
        remedy: "Save it as UTF-8.",
        in: name
      )
    }
    return text
  }

  /// - Parameter file: The name of the file with the error, or nil if the folder has the error.
  func invalid(
    _ message: String,
    remedy: String = "",
    in file: String? = nil
  ) -> DatabaseError {
    DatabaseError(
      .migrationInvalid,
      message,
      remedy: remedy,
      place: file.map { SQLPlace(in: $0) }
    )
  }
}
