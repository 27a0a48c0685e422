// The public functions of this module use types of the importer. With this line, callers need no
// second import.
@_exported public import StateGraphImport
