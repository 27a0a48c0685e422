/// The compression of an input. The importer reads no other compressions.
package enum InputCompression: String, Sendable {
  case gzip
}
