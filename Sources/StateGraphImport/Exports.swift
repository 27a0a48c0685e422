// The public interface of this module uses types of StateGraphFormats. This export lets a program
// use them without a second import statement.
@_exported public import StateGraphFormats
