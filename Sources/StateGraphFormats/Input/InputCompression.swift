/// The compression of an input. The importer supports only these cases.
package enum InputCompression: String, Sendable {
  case gzip
}
