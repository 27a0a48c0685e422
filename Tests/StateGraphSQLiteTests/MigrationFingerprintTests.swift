import Testing

@testable import StateGraphSQLite

@Suite struct MigrationFingerprintTests {
  private func fingerprint(_ sql: String) -> String {
    Migration(version: 1, name: "m", sql: sql).fingerprint
  }

  @Test func `the fingerprint is the digest, the first time and from the cache`() {
    let sql = "CREATE TABLE t (x) -- first and again"
    let digest = SHA256.hexadecimal(of: sql.utf8)
    #expect(fingerprint(sql) == digest)
    #expect(fingerprint(sql) == digest)
  }

  @Test func `an edit far behind the beginning gives another fingerprint`() {
    let lines = String(repeating: "-- a line\n", count: 1000)
    #expect(fingerprint(lines + "SELECT 1") != fingerprint(lines + "SELECT 2"))
  }

  @Test func `two forms of the same letter have two fingerprints`() {
    #expect(fingerprint("-- caf\u{e9}") != fingerprint("-- cafe\u{301}"))
  }

  @Test func `a text beyond the limit of the cache gets its digest`() {
    let sql = "-- " + String(repeating: "x", count: MigrationFingerprints.byteLimit)
    #expect(fingerprint(sql) == SHA256.hexadecimal(of: sql.utf8))
    #expect(fingerprint("SELECT 3") == SHA256.hexadecimal(of: "SELECT 3".utf8))
  }
}
