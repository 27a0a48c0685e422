#if GTK
public import StateGraphCore

/// Reads and sets a value that another object stores.
public typealias Binding = GraphBinding

#endif
