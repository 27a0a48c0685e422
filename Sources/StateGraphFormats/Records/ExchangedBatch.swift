/// Records that the reading thread passes to the writing thread at once.
///
/// Only one thread at a time owns a batch.
package protocol ExchangedBatch: AnyObject, Sendable {
  /// An estimate of the memory of the batch, in bytes.
  var byteCount: Int { get }
}
