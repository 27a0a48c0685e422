extension Computed {
  /// Creates the placeholder node of a `@GraphComputed` property, which `init` replaces. Reading it
  /// ends the program with a message. Macro expansions call this.
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
