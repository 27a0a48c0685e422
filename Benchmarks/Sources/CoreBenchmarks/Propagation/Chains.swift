/// One source, `width` chains of `height` steps that each add 1, an observer at the end of each.
protocol Chains {
  init(width: Int, height: Int)

  /// Returns when every observer has been called.
  func set(_ number: Int)
  func cancel()

  /// The observers' calls after the first, and the value of the last call.
  var tally: Tally { get }
}
