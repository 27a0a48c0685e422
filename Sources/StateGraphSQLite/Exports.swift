// The public interface of this module uses row values, row keys and table schemas of
// `StateGraphRows`.
@_exported public import StateGraphRows
