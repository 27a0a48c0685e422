import Foundation

let directory = FileManager.default.temporaryDirectory
  .appendingPathComponent("stategraph-benchmarks-\(ProcessInfo.processInfo.processIdentifier)").path
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

try RelationshipBenchmarks.run(directory: directory)
