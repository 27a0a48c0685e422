import CLibFuzzer
import Glibc

/// `fuzz TARGET [libFuzzer's arguments]`; with files among them it runs those and ends.
@main
enum Fuzz {
  /// What is done with every input. A property that does not hold ends the process.
  static let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "csv": { CSVTarget.run($0) },
    "gzip": { GzipTarget.run($0) },
    "json": { JSONTarget.run($0) },
    "import-csv": { ImportTarget.csv.run($0) },
    "import-json": { ImportTarget.json.run($0) },
  ]

  private static let chosen = CommandLine.argc > 1 ? targets[CommandLine.arguments[1]] : nil

  static func main() {
    guard chosen != nil else {
      say("usage: fuzz \(targets.keys.sorted().joined(separator: "|")) [option or file ...]")
      exit(64)
    }
    // libFuzzer shall not see the target's name among its own arguments.
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

/// Ends the process where a property does not hold, so that libFuzzer keeps the input.
func require(_ holds: Bool, _ property: @autoclosure () -> String) {
  guard !holds else { return }
  say("PROPERTY VIOLATED: \(property())")
  abort()
}

private func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}
