/// A node's values as an asynchronous sequence: the current value, and then the newest value after
/// each change.
///
/// ```swift
/// for await count in model.$count.values { print(count) }
/// ```
///
/// The sequence buffers at most one value: a slow consumer receives the newest value and skips the
/// values before it. The sequence ends when the task is cancelled. Each iterator observes the node
/// separately, until the iterator is released.
public struct GraphValues<Value: Sendable>: AsyncSequence, Sendable {
  private let node: GraphNodeReader<Value>

  init(_ node: GraphNodeReader<Value>) { self.node = node }

  /// Begins to observe the node, starting with the current value.
  public func makeAsyncIterator() -> Iterator { Iterator(node) }

  /// Waits for one value after another. Use it in one task only.
  public struct Iterator: AsyncIteratorProtocol {
    private let mailbox = Mailbox()
    private let subscription: AnyCancellable
    private let node: GraphNodeReader<Value>

    init(_ node: GraphNodeReader<Value>) {
      self.node = node
      let mailbox = mailbox
      subscription = withGraphTracking { node.observe { mailbox.put() } }
    }

    /// Returns the newest value that has not been returned yet, or nil after the task was
    /// cancelled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// Returns the newest value that has not been returned yet, or nil after the task was
    /// cancelled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Value? {
      guard await mailbox.take() else { return nil }
      return node.read()
    }
  }
}

/// The operations of a node that an iterator needs, for stored and computed nodes alike.
struct GraphNodeReader<Value>: Sendable {
  let read: @Sendable () -> Value
  let observe: @Sendable (_ changed: @escaping @Sendable () -> Void) -> Void
}

extension Stored where Value: Sendable {
  /// The node's values as an asynchronous sequence.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}

extension Computed where Value: Sendable {
  /// The node's values as an asynchronous sequence. While it is observed, the node is evaluated on
  /// the thread of each change, to determine whether its value differs.
  public var values: GraphValues<Value> {
    GraphValues(
      GraphNodeReader(
        read: { self.wrappedValue },
        observe: { changed in self.observe(.none) { _ in changed() } }
      )
    )
  }
}
