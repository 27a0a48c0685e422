/// What a returned write survives (<https://sqlite.org/pragma.html#pragma_synchronous>).
public enum Durability: Sendable {
  /// The death of the process at any instant. A power loss may take the newest commits, never the
  /// order of commits or the integrity of the file. The default.
  case normal
  /// A power loss as well, at about ten times the price of a small transaction.
  case full
}
