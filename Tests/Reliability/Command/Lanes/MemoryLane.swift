import ArgumentParser

struct MemoryLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oom",
    abstract: "Refuses SQLite memory, at every allocation.",
    discussion: """
      Every allocation of every scenario is refused once, and then all from it on. The error has \
      to say so, nothing of the write may be kept, the same objects have to go on when there is \
      memory again, and every byte has to be given back.

      Example: reliability oom --scenario write --at 12
      """
  )

  @OptionGroup var options: LaneOptions
  @OptionGroup var selection: FaultSelection

  func run() throws {
    try selection.run(lane: "oom", faults: [.memory], options)
  }
}
