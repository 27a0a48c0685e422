import StateGraphThreads

/// Collects the values that observers receive. Any thread may record values and read them.
public final class Recorder<Element: Sendable>: Sendable {
  private let recorded = Guarded<[Element]>([])

  public init() {}

  public func record(_ element: Element) {
    recorded.withLock { $0.append(element) }
  }

  public var elements: [Element] { recorded.withLock { $0 } }

  /// Returns the values that were recorded since the last call of this method, and forgets them.
  public func drain() -> [Element] {
    recorded.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}
