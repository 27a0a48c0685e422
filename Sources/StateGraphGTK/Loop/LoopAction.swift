#if GTK
package import CStateGraphGTK

/// A closure that GLib retains and calls on the main thread.
package final class LoopAction {
  private let action: @MainActor () -> Bool

  package init(_ action: @escaping @MainActor () -> Bool) {
    self.action = action
  }

  /// A pointer to this object with a retained reference, which ``release`` releases.
  package var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The C function that GLib calls with a ``retained`` pointer to run the closure.
  package static let perform: stategraph_gtk_handler = { data in
    guard let data else { return 0 }
    // SAFETY: GLib calls it on the main thread only.
    nonisolated(unsafe) let object = Unmanaged<LoopAction>.fromOpaque(data).takeUnretainedValue()
    return MainActor.assumeIsolated { object.action() } ? 1 : 0
  }

  /// The C function that GLib calls when it does not need the closure any more.
  package static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<LoopAction>.fromOpaque(data).release() }
  }
}

#endif
