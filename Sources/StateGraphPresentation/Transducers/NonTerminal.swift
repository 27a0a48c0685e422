/// A state of a machine that never ends by itself.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
  /// False.
  public var isTerminal: Bool { false }
}
