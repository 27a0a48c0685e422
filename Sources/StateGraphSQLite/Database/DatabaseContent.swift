/// What is known about the content of a database before it is opened.
///
/// A test opens a copy of a file that this library has just written. The migrations of such a copy
/// need no check, which takes longer than the copy itself.
package enum DatabaseContent {
  /// The file may have any content. It is checked, and the migrations are applied.
  case unknown(MigrationSource?)
  /// The file is a copy of a database of this library. Its migrations are not checked.
  case upToDate
  /// The database is in memory, and begins with a copy of these bytes of a database file.
  case image(UnsafeRawBufferPointer)
}
