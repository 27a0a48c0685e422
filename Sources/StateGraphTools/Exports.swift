// The public interface of the tools speaks of the importer's inputs, places and errors.
@_exported public import StateGraphImport
