#if GTK
package import CStateGraphGTK

/// Wraps a closure in an object, so that C functions of GLib can retain the closure, call it on the
/// main thread, and release it.
package final class LoopAction {
  private let action: @MainActor () -> Bool

  package init(_ action: @escaping @MainActor () -> Bool) {
    self.action = action
  }

  /// A pointer to this object for GLib. Each read retains the object once more, and a call of
  /// ``release`` with the pointer releases it.
  package var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The C function that GLib calls with a ``retained`` pointer to run the closure.
  package static let perform: stategraph_gtk_handler = { data in
    guard let data else { return 0 }
    // SAFETY: GLib calls this function on the main thread only.
    nonisolated(unsafe) let object = Unmanaged<LoopAction>.fromOpaque(data).takeUnretainedValue()
    return MainActor.assumeIsolated { object.action() } ? 1 : 0
  }

  /// The C function that GLib calls with a ``retained`` pointer when it does not need the closure
  /// any more.
  package static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<LoopAction>.fromOpaque(data).release() }
  }
}

#endif
