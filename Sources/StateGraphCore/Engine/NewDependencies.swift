/// The nodes that a closure has read since its reads first differed from its previous run.
///
/// The previous run either did not read such a node, or read it in another order. Each node occurs
/// once.
///
/// This is a separate object, because most runs read the same nodes in the same order. Such a run
/// allocates no object.
final class NewDependencies {
  /// One node that the closure has read. It retains the node, because the node could otherwise be
  /// deallocated before the closure returns.
  struct Read {
    let dependency: Unmanaged<GraphNode>
    /// The node's `changedAt` when the closure read the node.
    ///
    /// `UInt64.max` stands for an uncached value, as in ``Edge/seen``.
    var seen: UInt64
  }

  /// The nodes in the order of reading. Only the evaluating thread uses this object, so it needs no
  /// lock.
  private(set) var reads: [Read] = []
  /// The nodes that the run read before its reads first differed from the previous run.
  private let prefix: [UnsafeMutableRawPointer]
  /// All nodes in `prefix` and `reads`. The set stays empty as long as a linear search is fast
  /// enough.
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
