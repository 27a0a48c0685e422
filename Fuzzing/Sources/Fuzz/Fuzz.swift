import CLibFuzzer
import Glibc

/// `fuzz TARGET [ARGUMENT ...]` runs a target with arguments of libFuzzer. If files are among the
/// arguments, only these inputs run.
@main
enum Fuzz {
  /// The targets by name. A target checks one input, and ends the process if a property does not
  /// hold.
  static let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "csv": { CSVTarget.run($0) },
    "gzip": { GzipTarget.run($0) },
    "json": { JSONTarget.run($0) },
    "replication": { ReplicationTarget.run($0) },
    "import-csv": { ImportTarget.csv.run($0) },
    "import-json": { ImportTarget.json.run($0) },
  ]

  private static let chosen = CommandLine.argc > 1 ? targets[CommandLine.arguments[1]] : nil

  static func main() {
    guard chosen != nil else {
      say("usage: fuzz \(targets.keys.sorted().joined(separator: "|")) [option or file ...]")
      exit(64)
    }
    // The arguments of libFuzzer must not contain the name of the target.
    let unsafe = CommandLine.unsafeArgv
    var rest: [UnsafeMutablePointer<CChar>?] = [unsafe[0]]
    for index in 2..<max(2, Int(CommandLine.argc)) { rest.append(unsafe[index]) }
    var count = Int32(rest.count)
    rest.append(nil)
    let status = rest.withUnsafeMutableBufferPointer { buffer in
      var arguments = buffer.baseAddress
      return LLVMFuzzerRunDriver(&count, &arguments) { bytes, size in
        Fuzz.chosen?(Array(UnsafeBufferPointer(start: bytes, count: size)))
        return 0
      }
    }
    exit(status)
  }
}

/// Ends the process if a property does not hold. libFuzzer then keeps the input.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  guard !holds else { return }
  say("PROPERTY VIOLATED: \(property())")
  abort()
}

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
