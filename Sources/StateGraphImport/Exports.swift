// The public interface of this module uses formats, encodings, places and errors.
@_exported public import StateGraphFormats
