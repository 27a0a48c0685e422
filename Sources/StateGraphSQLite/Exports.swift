// The public interface of this module uses the row values, row keys and table schemas of
// `StateGraphRows`. An import of this module therefore imports them too.
@_exported public import StateGraphRows
