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
  /// A small transaction takes about ten times as long as with `normal`.
  case full
}
