// What `import StateGraph` gives: the graph, and user defaults as a place for values. The other
// modules of the package import `StateGraphCore`, which needs no more of Foundation than its
// essentials.

@_exported public import StateGraphCore
@_exported public import StateGraphUserDefaults
