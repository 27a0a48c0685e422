import Glibc

/// Runs one scenario in a child process that dies at a given system call.
struct DeathVisit {
  let scenario: ScenarioName
  let death: Death
  let seed: UInt64
  let directory: String
  let files: FileContents

  /// - Throws: ``Violation`` if the file violates a guarantee of the library afterwards.
  func run(at point: Int) throws -> FaultVisit.Outcome {
    try files.replace(directory)
    let child = try ChildProcess([
      "die", "--scenario", scenario.rawValue, "--death", death.rawValue, "--at", "\(point)",
      "--seed", "\(seed)", "--directory", directory,
    ])
    let acknowledged = child.acknowledgedNumbers()
    let ending = child.wait()
    guard ending == .signal(SIGKILL) || ending == .exit(0) else {
      throw Violation("the process ended with \(ending)")
    }
    let place = Place(directory: directory, seed: seed)
    try scenario.type.init(place).verify(
      ending == .exit(0) ? .exactly(acknowledged) : .atLeast(acknowledged)
    )
    return ending == .exit(0) ? .missed : .failed
  }
}

extension ChildProcess {
  /// The numbers of the writes that the child acknowledges until it closes its output.
  func acknowledgedNumbers() -> [Int] {
    var numbers: [Int] = []
    while let line = nextLine() {
      if line.hasPrefix("done "), let number = Int(line.dropFirst(5)) { numbers.append(number) }
    }
    return numbers
  }
}
