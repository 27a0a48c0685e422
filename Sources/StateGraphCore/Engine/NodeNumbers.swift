import CStateGraphThreads
import StateGraphThreads

/// Gives nodes numbers, by which another program can name them. It would otherwise have to use
/// addresses, which other nodes can get later.
///
/// A number is never used for a second node. The numbers do not retain the nodes: they only keep
/// the memory of a deallocated node, so that no other node gets its address.
package final class NodeNumbers: Sendable {
  package static let shared = NodeNumbers(limit: 65_536)

  private struct State {
    /// The numbers by the addresses of the nodes.
    var numbers: [UInt: Int] = [:]
    /// The addresses by the numbers.
    var addresses: [Int: UInt] = [:]
    var last = 0
  }

  private let limit: Int
  private let state = Guarded(State())

  /// - Parameter limit: How many nodes can have a number at the same time. If more nodes get one,
  ///   all earlier numbers become invalid.
  package init(limit: Int) { self.limit = limit }

  deinit { state.withLock { Self.forgetAll(&$0) } }

  /// Returns the number of `node`, which is greater than 0.
  ///
  /// This method calls no user code, and can be called under the graph's lock.
  package func number(of node: GraphNode) -> Int {
    let pointer = Unmanaged.passUnretained(node).toOpaque()
    let address = UInt(bitPattern: pointer)
    return state.withLock { state in
      if let known = state.numbers[address] { return known }
      if state.numbers.count >= limit { Self.forgetAll(&state) }
      stategraph_unowned_retain(pointer)
      state.last += 1
      state.numbers[address] = state.last
      state.addresses[state.last] = address
      return state.last
    }
  }

  /// Returns the node with a number, or nil if it was deallocated or the number is not valid.
  ///
  /// The caller must release the node when it holds no lock.
  package func node(numbered number: Int) -> GraphNode? {
    let retained: UInt? = state.withLock { state in
      guard let address = state.addresses[number],
        let pointer = UnsafeMutableRawPointer(bitPattern: address),
        let retained = stategraph_try_retain(pointer)
      else { return nil }
      return UInt(bitPattern: retained)
    }
    guard let retained, let pointer = UnsafeMutableRawPointer(bitPattern: retained) else {
      return nil
    }
    return Unmanaged<GraphNode>.fromOpaque(pointer).takeRetainedValue()
  }

  private static func forgetAll(_ state: inout State) {
    for address in state.numbers.keys {
      if let pointer = UnsafeMutableRawPointer(bitPattern: address) {
        stategraph_unowned_release(pointer)
      }
    }
    state.numbers = [:]
    state.addresses = [:]
  }
}

extension NumberedNode {
  package init(_ node: GraphNode, name: String, place: NodeReference) {
    number = NodeNumbers.shared.number(of: node)
    (self.name, fileID, line) = (name, place.fileID, place.line)
  }
}
