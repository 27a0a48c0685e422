import StateGraphRows
import StateGraphThreads

/// The fingerprints of the migrations that this process has loaded, by their SQL text.
///
/// A program loads its migrations each time it opens a database. A comparison of the text with the
/// cached text takes a fraction of the time of SHA-256, above all in a debug build, in which tests
/// run. The whole text is the key, so an edited file never gets an old fingerprint.
enum MigrationFingerprints {
  /// The number of bytes of SQL that the cache keeps at most.
  ///
  /// A program that loads more SQL empties the cache and computes fingerprints again.
  static let byteLimit = 4 << 20

  private struct Cache {
    /// The fingerprints. The keys compare their text byte by byte.
    var fingerprints: [SQLiteValue: String] = [:]
    var byteCount = 0
  }

  private static let cache = Guarded(Cache())

  /// Returns the SHA-256 of `sql`, in hexadecimal.
  static func fingerprint(of sql: String) -> String {
    let key = SQLiteValue.text(sql)
    // The lookup hashes the whole text, so it happens outside of the lock.
    let known = cache.withLock { $0.fingerprints }
    if let fingerprint = known[key] { return fingerprint }
    let fingerprint = SHA256.hexadecimal(of: sql.utf8)
    let byteCount = sql.utf8.count
    guard byteCount <= byteLimit else { return fingerprint }
    cache.withLock { cache in
      if cache.byteCount + byteCount > byteLimit { cache = Cache() }
      guard cache.fingerprints.updateValue(fingerprint, forKey: key) == nil else { return }
      cache.byteCount += byteCount
    }
    return fingerprint
  }
}
