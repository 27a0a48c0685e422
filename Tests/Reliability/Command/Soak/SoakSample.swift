import CFaults
import Glibc

/// What the process holds at a moment.
struct SoakSample {
  let residentBytes: Int
  /// What SQLite has, by its own count: pages, statements and what they need.
  let memoryBytes: Int
  let descriptorCount: Int
  let logBytes: Int

  /// - Parameter path: Of the database.
  init(ofLogAt path: String) {
    // Pages, of which the second number is those in memory.
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
