// Row values, their keys and the shapes of tables belong to the interface of a database.
@_exported public import StateGraphRows
