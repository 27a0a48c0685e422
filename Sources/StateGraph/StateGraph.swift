// `import StateGraph` makes two modules available: the graph, and the storage of node values in
// `UserDefaults`. The other modules of the package import only `StateGraphCore`, because that
// module needs no more of Foundation than `FoundationEssentials`.

@_exported public import StateGraphCore
@_exported public import StateGraphUserDefaults
