/// The error message for computed nodes that read each other in a circle.
enum Cycle {
  /// The circle is described from the outermost node along its reads back to itself.
  static func message(_ innermostFirst: [ComputedNode]) -> String {
    let names = innermostFirst.reversed().map(\.description)
    let circle = (names + names.prefix(1)).prefix(20).joined(separator: " reads ")
    return "A cycle: a computed node reads itself, directly or through others: \(circle). "
      + "Break it by reading a stored node on one side."
  }
}
