// The public interface of this module uses machines and databases. An import of this module
// therefore imports both.
@_exported public import StateGraphPersistence
@_exported public import StateGraphPresentation
