import ArgumentParser
import Glibc

extension MutantOrigin: ExpressibleByArgument {}

/// A child process that opens damaged files.
struct WorkOfMutants: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "mutants", shouldDisplay: false)

  private static let victimText = Array("nobody's business".utf8)

  @Option var seed: UInt64
  @Option var directory: String
  @Option var count: Int
  @Option var origin: MutantOrigin?
  @OptionGroup var range: PointRange

  func run() throws {
    let place = try Directory.make(directory + "/place")
    let files = try startingFiles(in: place)
    let outside = try Directory.make(directory + "/outside")
    let victim = outside + "/victim"
    try FileContents.write(Self.victimText, to: victim)
    let name = "bank.sqlite"
    for point in stride(from: range.from, through: range.to ?? count, by: range.every) {
      tell("point \(point)")
      var random = SplitMix(seed: seed &+ UInt64(point) &* 0x1_0001)
      let origin =
        self.origin
        ?? MutantOrigin.allCases[random.number(below: MutantOrigin.allCases.count)]
      let mutant = Mutant(
        of: files[origin] ?? FileContents(),
        named: name,
        others: MutantOrigin.allCases.filter { $0 != origin }.compactMap { files[$0] },
        victim: victim,
        seed: random.next()
      )
      let list = mutant.mutations.map(\.rawValue)
      do {
        let visit = MutantVisit(origin: origin, mutant: mutant, directory: place, seed: seed)
        let outcome = try visit.run()
        guard try Directory.names(in: outside) == ["victim"],
          try FileContents.read(victim) == Self.victimText
        else { throw Violation("a file of another folder was changed") }
        tell("outcome \(outcome.rawValue)")
        for mutation in list { tell("outcome \(mutation)") }
      } catch {
        let text = "\(error)".split(separator: "\n").joined(separator: " ")
        tell("violation \(origin.rawValue) with \(list.joined(separator: ", ")): \(text)")
        try FileContents.write(Self.victimText, to: victim)
      }
    }
  }

  private func startingFiles(in place: String) throws -> [MutantOrigin: FileContents] {
    var files: [MutantOrigin: FileContents] = [:]
    for origin in MutantOrigin.allCases {
      let kept = "\(directory)/\(origin.rawValue)"
      if access(kept, F_OK) == 0 {
        files[origin] = try FileContents(of: kept)
        continue
      }
      try FileContents().replace(place)
      let made = try origin.make(in: place, seed: seed)
      files[origin] = made
      // A rename makes the folder appear as a whole, since this process may be killed.
      let unfinished = try Directory.make(kept + "-unfinished")
      try made.replace(unfinished)
      guard rename(unfinished, kept) == 0 else { throw Violation("\(kept): errno \(errno)") }
    }
    return files
  }
}
