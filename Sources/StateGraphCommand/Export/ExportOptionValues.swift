// A conformance of a public type to a public protocol is public. Swift therefore requires public
// imports of the modules that declare the type and the protocol.
public import ArgumentParser
public import StateGraphTools

extension ExportFormat: ExpressibleByArgument {}
extension BlobEncoding: ExpressibleByArgument {}
extension LineEnd: ExpressibleByArgument {}
extension QueryFormat: ExpressibleByArgument {}

extension QueryParameter: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}
