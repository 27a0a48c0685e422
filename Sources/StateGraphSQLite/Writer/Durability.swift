/// The failures that a committed transaction survives
/// (<https://sqlite.org/pragma.html#pragma_synchronous>).
public enum Durability: Sendable {
  /// The end of the process at any instant. A power failure may lose the newest commits, but it
  /// never changes the order of commits or damages the file. This is the default.
  case normal
  /// A power failure as well. A small transaction takes about ten times as long as with `normal`.
  case full
}
