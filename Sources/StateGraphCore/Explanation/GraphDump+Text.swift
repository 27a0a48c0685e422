extension GraphDump: CustomStringConvertible {
  /// A text with one line for each node. The line contains the name of the node and the names of
  /// the nodes that it has read.
  public var description: String {
    let names = self.names
    let dependencies = Dictionary(grouping: edges, by: \.dependent)
    return nodes.map { node in
      let name = names[node.reference.id] ?? ""
      let state = node.isUpToDate ? "" : ", out of date"
      let read = (dependencies[node.reference.id] ?? []).compactMap { names[$0.dependency] }
      let reads = read.isEmpty ? "" : " reads " + read.joined(separator: ", ")
      return "\(node.kind.rawValue) \(name)\(state)\(reads)"
    }.joined(separator: "\n")
  }

  /// The graph in Graphviz format, for example for `dot -Tsvg`.
  ///
  /// Each arrow points from a node to a node that depends on it. Changes propagate in this
  /// direction.
  public var dot: String {
    var lines = ["digraph graph {", "  rankdir=LR;"]
    let numbers = self.numbers
    for (number, node) in nodes.enumerated() {
      let style = node.isUpToDate ? "solid" : "dashed"
      let label = Self.quoted(node.reference.description)
      lines.append("  n\(number) [label=\(label), shape=\(node.kind.shape), style=\(style)];")
    }
    for edge in edges {
      guard let from = numbers[edge.dependency], let to = numbers[edge.dependent] else { continue }
      lines.append("  n\(from) -> n\(to);")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The graph as a Mermaid flow chart, for example for a Markdown file.
  ///
  /// Each arrow points from a node to a node that depends on it. Changes propagate in this
  /// direction.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    let numbers = self.numbers
    for (number, node) in nodes.enumerated() {
      let text = node.reference.description.replacing("\"", with: "#quot;")
      let (open, close) = node.kind.brackets
      lines.append("  n\(number)\(open)\"\(text)\"\(close)")
    }
    for edge in edges {
      guard let from = numbers[edge.dependency], let to = numbers[edge.dependent] else { continue }
      lines.append("  n\(from) --> n\(to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var numbers: [UInt: Int] {
    Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1.reference.id, $0) })
  }

  private var names: [UInt: String] {
    Dictionary(uniqueKeysWithValues: nodes.map { ($0.reference.id, $0.reference.description) })
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension GraphDump.Kind {
  fileprivate var shape: String {
    switch self {
    case .stored: "box"
    case .computed: "ellipse"
    case .observer: "cds"
    }
  }

  fileprivate var brackets: (String, String) {
    switch self {
    case .stored: ("[", "]")
    case .computed: ("([", "])")
    case .observer: ("[/", "/]")
    }
  }
}
