// These conformances of public types are public, so the imports must be public too.
public import ArgumentParser
public import StateGraphTools

extension ExportFormat: ExpressibleByArgument {}
extension BlobEncoding: ExpressibleByArgument {}
extension LineEnd: ExpressibleByArgument {}
extension QueryFormat: ExpressibleByArgument {}

extension QueryParameter: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
