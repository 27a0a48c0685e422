import Glibc
import StateGraphPersistence
import Testing

/// What a failed test leaves for the developer: a copy of its database, its last commit, its seed,
/// and the patches of its expectations.
struct FailureRecord {
  private let database: Database
  private let patches: [ExpectationPatch]
  /// The seed of the database, or nil if its random numbers are not fixed.
  private let seed: UInt64?

  init(_ failed: DatabaseCase) {
    database = failed.clone.database
    patches = failed.expectationPatches
    seed = failed.clone.environment?.settings.seed
  }

  /// Writes the patches of the failed expectations into the folder `.stategraph/expected`.
  func writePatches() {
    for patch in patches { PatchFolder.shared.write(patch) }
  }

  /// Attaches the copy of the database and the report of its last commit to the current test of
  /// Swift Testing.
  func attach(at location: SourceLocation) {
    if let bytes = databaseBytes() {
      Attachment.record(bytes, named: "database.sqlite", sourceLocation: location)
    }
    if let report = database.lastCommit {
      Attachment.record("\(report)\n", named: "last commit.txt", sourceLocation: location)
    }
    if let seed {
      Attachment.record("\(seed)\n", named: "seed.txt", sourceLocation: location)
    }
  }

  /// Copies the database into the folder that the environment variable `STATEGRAPH_KEEP` names.
  /// Does nothing if the variable is not set. Tests of XCTest need this, because XCTest has no
  /// attachments on Linux.
  ///
  /// - Parameter name: The name of the file without extension.
  func keep(as name: String) {
    guard let folder = getenv("STATEGRAPH_KEEP").map({ String(cString: $0) }) else { return }
    try? database.backup(to: "\(folder)/\(name).sqlite", replacesExisting: true)
  }

  /// Returns the bytes of a copy of the database that SQLite makes. The file itself must not be
  /// read with another descriptor, because closing this descriptor would release SQLite's locks.
  private func databaseBytes() -> [UInt8]? {
    try? CloneFolder.withFile(bytes: 0) { path in
      try database.backup(to: path)
      return FileSystem.bytes(of: path)
    }
  }
}
