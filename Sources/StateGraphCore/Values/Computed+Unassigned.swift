extension Computed {
  /// Creates a placeholder for the node of a `@GraphComputed` property.
  ///
  /// The class's `init` must replace the placeholder with the real node. If it does not, the first
  /// read of the property ends the program with a message. Only code that the macro generates calls
  /// this function.
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
