// The public interface of this module uses types of StateGraphFormats. With this export, a
// program needs only one import statement.
@_exported public import StateGraphFormats
