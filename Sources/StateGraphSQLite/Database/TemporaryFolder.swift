import Glibc
import Synchronization

/// A temporary folder with the files of one database. Used by
/// ``Database/temporary(migrations:configuration:)`` and by tests.
///
/// Only the user who runs this process can enter the folder.
package final class TemporaryFolder: Sendable {
  private let path: String
  private let isRemoved = Atomic<Bool>(false)

  /// The path of the database file. The file need not exist yet.
  package var databasePath: String { path + "/data.sqlite" }

  /// Creates the folder in the folder that the environment variable `TMPDIR` names, or else in
  /// `/tmp`.
  package init() throws(DatabaseError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/stategraph-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw DatabaseError(
        .cannotOpen,
        "A temporary folder cannot be created in \(parent): \(systemMessage(errno)).",
        remedy: "Set TMPDIR to a folder that can be written."
      )
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Removes the folder and its database files. A second call does nothing.
  ///
  /// A connection that is still open can continue to read. Linux keeps the contents of a removed
  /// file until the file is closed.
  package func remove() {
    guard !isRemoved.exchange(true, ordering: .relaxed) else { return }
    for suffix in ["", "-wal", "-shm", "-journal", "-sharing"] { unlink(databasePath + suffix) }
    rmdir(path)
  }
}
