// The public functions of this module use types of the importer. This export lets a program use
// them without a second import statement.
@_exported public import StateGraphImport
