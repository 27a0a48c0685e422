// Reexported because the public interface of this module uses the formats, encodings, places and
// errors of StateGraphFormats. A program then needs only one import.
@_exported public import StateGraphFormats
