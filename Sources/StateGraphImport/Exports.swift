// The public interface of the importer speaks of formats, encodings, places and errors.
@_exported public import StateGraphFormats
