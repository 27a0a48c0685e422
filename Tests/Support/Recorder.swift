import StateGraphThreads

/// Collects what observers were given, from whatever thread.
public final class Recorder<Element: Sendable>: Sendable {
  private let recorded = Guarded<[Element]>([])

  public init() {}

  public func record(_ element: Element) {
    recorded.withLock { $0.append(element) }
  }

  public var elements: [Element] { recorded.withLock { $0 } }

  /// What was recorded since the last call of this.
  public func drain() -> [Element] {
    recorded.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}
