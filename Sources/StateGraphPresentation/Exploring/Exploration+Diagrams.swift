extension Exploration {
  /// The reachable states and their transitions as a Mermaid state diagram. If an event neither
  /// changes a state nor has an effect in it, the diagram has no arrow for this event at this
  /// state.
  public var mermaid: String {
    var lines = ["stateDiagram-v2"]
    for (index, state) in states.enumerated() {
      lines.append("  state \"\(Self.escaped("\(state)", quote: "#quot;"))\" as s\(index)")
    }
    lines.append("  [*] --> s0")
    for edge in drawn {
      let label = Self.escaped("\(events[edge.event])", quote: "#quot;")
      lines.append("  s\(edge.source) --> s\(edge.target): \(label)")
    }
    for (index, state) in states.enumerated() where state.isTerminal {
      lines.append("  s\(index) --> [*]")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The reachable states and their transitions as a Graphviz graph. A terminal state has a double
  /// border. If an event neither changes a state nor has an effect in it, the graph has no arrow
  /// for this event at this state.
  public var dot: String {
    var lines = ["digraph {"]
    for (index, state) in states.enumerated() {
      let border = state.isTerminal ? ", peripheries=2" : ""
      let label = Self.escaped("\(state)", quote: "\\\"", backslash: "\\\\")
      lines.append("  s\(index) [label=\"\(label)\"\(border)];")
    }
    for edge in drawn {
      let label = Self.escaped("\(events[edge.event])", quote: "\\\"", backslash: "\\\\")
      lines.append("  s\(edge.source) -> s\(edge.target) [label=\"\(label)\"];")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private var drawn: [Edge] { edges.filter { $0.source != $0.target || $0.hasEffect } }

  /// Returns `text` on one line. Quotes and backslashes are replaced, because they would end or
  /// change a label of the diagram.
  private static func escaped(_ text: String, quote: String, backslash: String = "\\") -> String {
    text.map { character -> String in
      switch character {
      case "\"": quote
      case "\\": backslash
      default: character.isNewline || character == "\0" ? " " : String(character)
      }
    }.joined()
  }
}
