// One import for users: the graph, the stores, and the database they live in.
@_exported public import StateGraphCore
@_exported public import StateGraphNormalization
@_exported public import StateGraphSQLite
