import Glibc
import StateGraphSQLite
import StateGraphTools

/// Compares the bytes of two files block by block, so that large files need little memory.
enum FileComparison {
  private static let blockSize = 64 << 10

  /// Returns whether both files exist and have the same bytes.
  ///
  /// - Throws: `.outputFailed` if a file cannot be read to its end.
  static func areEqual(_ first: String, and second: String) throws(InspectionError) -> Bool {
    guard let one = fopen(first, "re"), let other = fopen(second, "re") else { return false }
    defer {
      fclose(one)
      fclose(other)
    }
    var left = [UInt8](repeating: 0, count: blockSize)
    var right = left
    while true {
      let count = fread(&left, 1, blockSize, one)
      guard fread(&right, 1, blockSize, other) == count else { return false }
      guard ferror(one) == 0, ferror(other) == 0 else {
        throw InspectionError(.outputFailed, "\(first) cannot be read again")
      }
      guard memcmp(left, right, count) == 0 else { return false }
      if count < blockSize { return true }
    }
  }
}
