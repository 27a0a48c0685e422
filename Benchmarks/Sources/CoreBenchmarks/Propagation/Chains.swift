/// One source and `width` chains of `height` steps. Each step adds 1, and an observer is at the end
/// of each chain.
protocol Chains {
  init(width: Int, height: Int)

  /// Sets the source, and returns when every observer has been called.
  func set(_ number: Int)
  func cancel()

  /// The number of observer calls since the creation of the chains, and the value of the last call.
  var tally: Tally { get }
}
