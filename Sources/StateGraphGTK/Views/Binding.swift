#if GTK
public import StateGraphCore

/// Reads and sets a value that belongs to somebody else.
public typealias Binding = GraphBinding

#endif
