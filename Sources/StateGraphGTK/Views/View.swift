#if GTK
/// A value that describes a part of a window. The library creates widgets for it, and changes them
/// when the value changes.
///
/// ```swift
/// struct Greeting: View {
///   @State private var name = "Ada"
///
///   var body: some View {
///     VStack {
///       Text("Hello, \(name)")
///       TextField("Name", text: $name)
///     }
///   }
/// }
/// ```
///
/// The main actor evaluates ``body``. If any thread changes a graph node that ``body`` has read,
/// the main actor evaluates ``body`` again. Several changes before one iteration of the main loop
/// lead to one evaluation. A widget stays as long as its view stays, and the library sets only the
/// properties of the widget that differ.
@MainActor
public protocol View {
  /// The type of ``body``.
  associatedtype Body: View

  /// The views of which this view consists.
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
}

extension View where Body == Never {
  /// The body of a view that has none. It is never read, because the library shows such a view with
  /// a widget.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body. Only the library can create such views.")
  }
}

/// A view that hides the type of another view. The widgets stay as long as the type of the wrapped
/// view stays the same.
public struct AnyView: View {
  public typealias Body = Never

  private let view: any View

  /// Creates a view that shows `view`.
  public init(_ view: some View) { self.view = view }
}

extension AnyView: PrimitiveView, SingleView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }

  var shown: (any View)? { view }
}

/// A view without widgets, which shows nothing. ``ViewBuilder`` creates it for an empty closure.
public struct EmptyView: View {
  public typealias Body = Never

  /// Creates a view that shows nothing.
  public init() {}
}

extension EmptyView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TypedNode(self, in: parent) }
}
#endif
