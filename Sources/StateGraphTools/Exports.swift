// Public functions of this module use types of the importer for inputs, places and errors. This
// export saves callers a second import.
@_exported public import StateGraphImport
