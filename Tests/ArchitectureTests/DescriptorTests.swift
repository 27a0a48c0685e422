import Testing

/// Closing a descriptor of a database or of its index releases the locks of SQLite's connections in
/// the same process (<https://sqlite.org/howtocorrupt.html>, section 2.2). So no source file opens
/// a database itself, and this list names every source file that opens anything, with the reason.
@Suite struct DescriptorTests {
  /// The reasons, by path in `Sources`.
  private static let known: [String: String] = [
    "StateGraphSQLite/Connection/DatabaseLocation.swift": "a journal; a new database",
    "StateGraphSQLite/Backup/BackupTarget.swift": "a copy that nobody has open, its folder",
    "StateGraphSQLite/Migrations/FileBytes.swift": "folders, to list their files",
    "StateGraphSQLite/Migrations/InterruptedTransaction.swift": "a journal, never locked",
    "StateGraphSQLite/Migrations/MigrationDirectory.swift": "migrations, by their names",
    "StateGraphSQLite/Migrations/MigrationDirectory+Creating.swift": "migrations, by their names",
    "StateGraphSQLite/Sharing/SharingFile+Opening.swift": "-sharing, which no database is",
    "StateGraphSQLite/Spilling/SpillFile.swift": "a file without a name, no database",
    "StateGraphTools/Output/OutputFile.swift": "a new file, a pipe or a terminal",
    "StateGraphImport/Importing/Checkpoints/InputIdentity.swift": "inputs, no database",
    "StateGraphImport/Importing/Rejects/LockedFile.swift": "rejects",
    "StateGraphImport/Importing/Rejects/RejectFile.swift": "rejects",
    "StateGraphFormats/Input/ByteSource+Opening.swift": "inputs, no database",
    "StateGraphFixtures/Extracting/FileComparison.swift": "two new files of fixtures",
    "StateGraphFixtures/Extracting/StagedFolder.swift": "the files of a new folder of fixtures",
    "StateGraphFixtures/Masking/MaskSecret.swift": "the key of masks, no database",
    "StateGraphFixtures/Loading/FixtureFolder.swift": "the files of a folder of fixtures",
    "StateGraphTesting/Files/FileImage.swift": "a template, which SQLite never opens, and its copy",
    "StateGraphTesting/Files/FileLock.swift": "the lock of a template or of a folder",
    "StateGraphTesting/Files/FileSystem.swift": "labels, and a copy that nobody has open",
    "StateGraphReplication/Transactions/SpoolFile.swift": "a new file without a name",
    "StateGraphCommand/NamedDatabase.swift": "what an argument names, before a connection",
    "StateGraphCommand/Output/NewFiles.swift": "a new file of Swift, SQL or SVG",
    "StateGraphCommand/Query/SQLInput.swift": "a statement, before the database",
    "StateGraphStudioServer/Assets/PageFiles.swift": "files of the page, for its development",
    "StateGraphStudioServer/Writing/FileImport.swift": "a new file for the importer",
  ]

  private static let modules = [
    "StateGraphSQLite", "StateGraphPersistence", "StateGraphSessions", "StateGraphFormats",
    "StateGraphImport", "StateGraphTools", "StateGraphFixtures", "StateGraphTesting",
    "StateGraphReplication", "StateGraphCommand", "StateGraphStudioServer",
  ]

  /// A call of the system's, or of Foundation's, by which a file is opened.
  private static func opens(_ line: String) -> Bool {
    let calls = [
      "Glibc.open(", "fopen(", "openat(", "opendir(", "mkstemp(", "creat(", "mknod(", "FileManager",
      "FileHandle", "Data(contentsOf", "String(contentsOf", "InputStream(", "mmap(",
    ]
    // Several functions are called `open`; only the system's takes flags.
    return calls.contains { line.contains($0) } || line.contains(" open(") && line.contains("O_")
  }

  @Test func `only the listed files open files, and no file opens a database`() {
    let opening = SourceFile.all(under: "Sources").filter { file in
      Self.modules.contains(file.module) && file.code.contains { Self.opens($0.text) }
    }
    #expect(Set(opening.map(\.path)) == Set(Self.known.keys.map { "Sources/" + $0 }))
  }
}
