// With these exports, `import StateGraphPersistence` also imports the reactive graph, stores in
// memory and databases.
@_exported public import StateGraphCore
@_exported public import StateGraphNormalization
@_exported public import StateGraphSQLite
