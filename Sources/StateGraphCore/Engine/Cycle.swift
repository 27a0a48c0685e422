/// Creates the error message for a cycle of computed nodes. For example, the closure of `a` reads
/// `b`, and the closure of `b` reads `a`.
enum Cycle {
  /// Returns the message, which lists the names of the nodes in the cycle.
  ///
  /// The list begins with the outermost node, follows the reads, and ends with the outermost node
  /// again.
  static func message(_ innermostFirst: [ComputedNode]) -> String {
    let names = innermostFirst.reversed().map(\.description)
    let circle = (names + names.prefix(1)).prefix(20).joined(separator: " reads ")
    return "A cycle: a computed node reads itself, directly or through others: \(circle). "
      + "Break it by reading a stored node on one side."
  }
}
