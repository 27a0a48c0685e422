/// A group of records that the reading thread of an import passes to the writing thread together.
///
/// Only one thread at a time owns a batch.
package protocol ExchangedBatch: AnyObject, Sendable {
  /// An estimate of the memory of the batch, in bytes.
  var byteCount: Int { get }
}
