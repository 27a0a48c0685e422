#if GTK
@_exported public import StateGraphCore
@_exported public import StateGraphPresentation

#endif
