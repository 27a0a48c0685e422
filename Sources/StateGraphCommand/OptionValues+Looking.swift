// The library's types become option values here, and a conformance of a public type is public.
public import ArgumentParser
public import StateGraphTools

extension ExportFormat: ExpressibleByArgument {}
extension BlobEncoding: ExpressibleByArgument {}
extension LineEnd: ExpressibleByArgument {}
extension QueryFormat: ExpressibleByArgument {}

extension QueryParameter: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
