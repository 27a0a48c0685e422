extension Computed {
  /// Creates the placeholder for the node of a `@GraphComputed` property, until `init` assigns the
  /// real node. Reading the placeholder ends the program with a message. Only the code that the
  /// macro writes calls this function.
  @_documentation(visibility: internal)
  public static func unassigned(name: StaticString) -> Computed {
    Computed(name: name) { _ in
      programmerError("\(name) has no node: assign '$\(lastPart(of: name))' in 'init'.")
    }
  }

  private static func lastPart(of name: StaticString) -> String {
    "\(name)".split(separator: ".").last.map(String.init) ?? ""
  }
}
