/// The failures that a committed transaction survives
/// (<https://sqlite.org/pragma.html#pragma_synchronous>).
public enum Durability: Sendable {
  /// Commits survive the end of the process at any instant. This is the default.
  ///
  /// A power failure may lose the newest commits, but it never changes the order of commits or
  /// damages the file.
  case normal
  /// Commits also survive a power failure.
  ///
  /// A small transaction takes about ten times as long as with `normal`, because the write returns
  /// only after a flush of the disk. Writes of several threads and tasks share a flush. They then
  /// throw ``DatabaseError/Code-swift.struct/notDurable`` if the flush fails. Until the flush has
  /// ended, other threads and processes can already read the values of such a write. The write
  /// calls its observers after the flush. An observer that another change calls earlier sees the
  /// new values, and is not called again for them.
  case full
}
