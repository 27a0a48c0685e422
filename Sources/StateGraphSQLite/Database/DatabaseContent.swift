/// What the caller knows about the content of a database before the database is opened. This
/// decides whether the migrations must be checked.
///
/// Checking the migrations takes longer than copying a small file. A test that opens a copy of a
/// file which this library has just written therefore skips the check.
package enum DatabaseContent {
  /// The file may have any content. It is checked, and the migrations are applied.
  case unknown(MigrationSource?)
  /// The file is a copy of a database of this library. Its migrations are not checked.
  case upToDate
  /// The database is in memory, and begins with a copy of these bytes of a database file.
  case image(UnsafeRawBufferPointer)
}
