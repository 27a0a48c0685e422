#if GTK
import CStateGraphGTK

/// A closure that GLib calls on the main thread with the text of a link. GLib retains this object.
@MainActor
final class LinkAction {
  /// Called with the text that another process has sent, or with nil if that process had no link.
  var onText: ((String?) -> Void)?

  /// A pointer to this object with a retained reference, which ``release`` releases.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The C function that GLib calls with a ``retained`` pointer and the text of the link.
  nonisolated static let perform: stategraph_gtk_link_handler = { data, uri in
    guard let data else { return }
    let text = uri.map { String(cString: $0) }
    let object = Unmanaged<LinkAction>.fromOpaque(data).takeUnretainedValue()
    // GLib's loop runs on the main thread only.
    MainActor.assumeIsolated { object.onText?(text) }
  }

  /// The C function that GLib calls when it does not need the closure any more.
  nonisolated static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<LinkAction>.fromOpaque(data).release() }
  }
}

/// The link among the arguments of a process.
enum LinkArgument {
  /// Returns the link of the first argument that contains `://`, or nil if no argument does.
  ///
  /// - Throws: `GTKStartError.invalidLink` if this argument is not a link.
  static func link(in arguments: some Sequence<String>) throws(GTKStartError) -> Link? {
    for argument in arguments where argument.contains("://") {
      do throws(LinkError) {
        return try Link(parsing: argument)
      } catch {
        throw .invalidLink(error)
      }
    }
    return nil
  }
}
#endif
