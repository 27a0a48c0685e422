// A test that imports this module also uses databases and entities. Their types appear in the
// public interface of this module.
@_exported public import StateGraphPersistence
