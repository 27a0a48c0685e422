// With these exports, `import StateGraphReplicator` also imports the errors of replication and
// databases.
@_exported public import StateGraphReplication
@_exported public import StateGraphSQLite
