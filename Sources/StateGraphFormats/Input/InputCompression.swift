/// The compression of an input. An input with another compression than gzip is an error.
package enum InputCompression: String, Sendable {
  case gzip
}
