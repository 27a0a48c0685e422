import Foundation

/// The memory of this process that is in the machine's memory.
enum ResidentMemory {
  static var bytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
  }
}
