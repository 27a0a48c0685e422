/// A state type without a terminal state. A machine with such a state runs until an error or a
/// cancellation ends it.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
  /// Always false, so that reaching a state never ends the machine.
  public var isTerminal: Bool { false }
}
