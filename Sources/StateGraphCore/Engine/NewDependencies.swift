/// What a run has read that the run before had not, or not in this order, each once.
///
/// An object of its own, because most runs have none.
final class NewDependencies {
  /// A node that was read. Retained: it may be gone otherwise before the closure ends.
  struct Read {
    let dependency: Unmanaged<GraphNode>
    /// Its `changedAt` then, or the highest number: see ``Edge``.
    var seen: UInt64
  }

  /// Owned by the evaluating thread, like everything in here.
  private(set) var reads: [Read] = []
  /// What was read before the first addition, in the old order.
  private let prefix: [UnsafeMutableRawPointer]
  /// Both, once a search would take long.
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
