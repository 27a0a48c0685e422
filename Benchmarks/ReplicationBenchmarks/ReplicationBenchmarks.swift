import Foundation

/// `replication-benchmarks [feed|push|copy|latency|files|path|writes|throughput ...]` measures the
/// connection to a PostgreSQL server, which it starts in a temporary folder, and files that
/// replicate it. `Benchmarks/Results/Replication.md` has the command.
@main
enum ReplicationBenchmarks {
  static func main() async throws {
    #if PostgreSQL
    let known = ["feed", "push", "copy", "latency", "files", "path", "writes", "throughput"]
    let chosen = Array(CommandLine.arguments.dropFirst())
    guard chosen.allSatisfy(known.contains) else {
      print("usage: replication-benchmarks [\(known.joined(separator: "|")) ...]")
      exit(64)
    }
    for name in chosen.isEmpty ? known : chosen {
      switch name {
      case "feed": try await FeedBenchmark.run()
      case "push": try PushBenchmark.run()
      case "copy": try CopyBenchmark.run()
      case "files": try await FileBenchmark.run()
      case "path": try await PathBenchmark.run()
      case "writes": try WriteBenchmark.run()
      case "throughput": try await ThroughputBenchmark.run()
      default: try await LatencyBenchmark.run()
      }
    }
    #else
    print("This program needs the trait PostgreSQL.")
    #endif
  }
}
