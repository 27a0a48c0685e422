import Glibc
import Synchronization

/// A temporary folder with the files of one database. Only the user of this process can enter it.
final class TemporaryFolder: Sendable {
  private let path: String
  private let isRemoved = Atomic<Bool>(false)

  var databasePath: String { path + "/data.sqlite" }

  init() throws(DatabaseError) {
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

  /// Removes the folder and the database files. A connection that still has the file open can go on
  /// reading, because Linux keeps the file until it is closed.
  func remove() {
    guard !isRemoved.exchange(true, ordering: .relaxed) else { return }
    for suffix in ["", "-wal", "-shm", "-journal", "-sharing"] { unlink(databasePath + suffix) }
    rmdir(path)
  }
}
