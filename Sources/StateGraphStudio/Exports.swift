// With this export, `import StateGraphStudio` also imports `Database`.
@_exported public import StateGraphPersistence
