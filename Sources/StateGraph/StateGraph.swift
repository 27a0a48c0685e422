// `import StateGraph` imports the graph, and user defaults as a place for values. The other modules
// of the package import only `StateGraphCore`, because it needs only the essentials of Foundation.

@_exported public import StateGraphCore
@_exported public import StateGraphUserDefaults
