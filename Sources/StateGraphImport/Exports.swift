// Public because the public interface of this module uses formats, encodings, places and errors of
// StateGraphFormats.
@_exported public import StateGraphFormats
