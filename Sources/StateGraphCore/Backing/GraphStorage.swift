/// A place outside of the graph for one value of any type: a key of the user's defaults, a row of a
/// key and value table.
///
/// Whoever adds one writes a type that conforms and, in an extension of ``GraphStorageBacking``, a
/// static function that wraps it. The place sees ``GraphStorageValue`` only, so it never has to
/// know the types that users keep there.
package protocol GraphStorage: Sendable {
  /// Returns what a node of that type reads and writes through. Nodes over the same place must
  /// share what they depend on.
  ///
  /// - Parameter initial: What the node answers while the place holds nothing, or something that is
  ///   no `Value`. It is not written there.
  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value>
}
