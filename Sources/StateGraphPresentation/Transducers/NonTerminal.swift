/// A state type without a terminal state. Only an error or a cancellation ends the machine.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
  /// Always false, so that no state ends the machine.
  public var isTerminal: Bool { false }
}
