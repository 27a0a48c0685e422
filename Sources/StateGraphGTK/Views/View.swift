#if GTK
/// A part of a window, as a value. The window keeps widgets for it, and makes them equal to it.
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
/// The main actor evaluates ``body``. After a change of a node that ``body`` has read, on any
/// thread, the main actor evaluates it again. Several changes before one iteration of the main loop
/// lead to one evaluation. A widget stays as long as its view does, and only those properties are
/// set that differ.
@MainActor
public protocol View {
  /// The type of the content.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
}

extension View where Body == Never {
  /// Not called: the library shows such a view by a widget.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body. Only the library can create such views.")
  }
}

#endif
