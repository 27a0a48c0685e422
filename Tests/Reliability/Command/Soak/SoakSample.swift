import CFaults
import Glibc

/// The resources of the process at one instant.
struct SoakSample {
  let residentBytes: Int
  /// The bytes that SQLite has allocated by its own count, for example for pages and statements.
  let memoryBytes: Int
  let descriptorCount: Int
  let logBytes: Int

  /// - Parameter path: The path of the database.
  init(ofLogAt path: String) {
    // Numbers of pages; the second is the resident set.
    let text = (try? FileContents.readAll("/proc/self/statm")) ?? []
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
    residentBytes =
      (numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    memoryBytes = Int(faults_memory_used())
    descriptorCount = Directory.openDescriptorCount
    var information = stat()
    logBytes = stat(path + "-wal", &information) == 0 ? Int(information.st_size) : 0
  }
}
