extension Computed {
  /// The node of a `@GraphComputed` property until `init` assigns one: reading it ends the program
  /// with a message. For the macro's use.
  public static func unassigned(name: StaticString) -> Computed {
    Computed(name: name) { _ in
      programmerError("\(name) has no node: assign '$\(lastPart(of: name))' in 'init'.")
    }
  }

  private static func lastPart(of name: StaticString) -> String {
    "\(name)".split(separator: ".").last.map(String.init) ?? ""
  }
}
