/// The dependencies that a run has read and that its predecessor had not read, or not in this
/// order. Each occurs once.
///
/// It is a separate object because most runs need none.
final class NewDependencies {
  /// One read. It retains the node, which could otherwise die before the closure returns.
  struct Read {
    let dependency: Unmanaged<GraphNode>
    /// The node's `changedAt` when it was read, or `UInt64.max`: see ``Edge/seen``.
    var seen: UInt64
  }

  /// Owned by the evaluating thread, like all state of this class.
  private(set) var reads: [Read] = []
  /// The dependencies that were matched before the first mismatch.
  private let prefix: [UnsafeMutableRawPointer]
  /// `prefix` and `reads` together. Built when a linear search would be slow.
  private var set: Set<UnsafeMutableRawPointer> = []

  private static let searchLimit = 16

  init(after prefix: [UnsafeMutableRawPointer]) { self.prefix = prefix }

  func append(_ dependency: GraphNode) {
    reads.append(Read(dependency: .passRetained(dependency), seen: dependency.changedAt))
    if !set.isEmpty { set.insert(Unmanaged.passUnretained(dependency).toOpaque()) }
  }

  func contains(_ pointer: UnsafeMutableRawPointer) -> Bool {
    if reads.count + prefix.count <= Self.searchLimit {
      return prefix.contains(pointer) || reads.contains { $0.dependency.toOpaque() == pointer }
    }
    if set.isEmpty { set = Set(prefix).union(reads.lazy.map { $0.dependency.toOpaque() }) }
    return set.contains(pointer)
  }

  func noteUncachedRead(_ pointer: UnsafeMutableRawPointer) {
    for index in reads.indices where reads[index].dependency.toOpaque() == pointer {
      reads[index].seen = .max
    }
  }
}
