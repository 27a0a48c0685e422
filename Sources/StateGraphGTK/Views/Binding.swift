#if GTK
public import StateGraphCore

/// A reference to a value that another object stores. A view reads and sets the value through the
/// binding.
public typealias Binding = GraphBinding

#endif
