import ArgumentParser

struct MemoryLane: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "oom",
    abstract: "Lets each memory allocation of SQLite fail.",
    discussion: """
      In each scenario, each allocation fails: in one run only this one, in another run also all \
      later ones. The error must have the code outOfMemory. A failed write must leave no changes, \
      the same objects must work again after the fault, and SQLite must release all memory.

      Example: reliability oom --scenario write --at 12
      """
  )

  @OptionGroup var options: LaneOptions
  @OptionGroup var selection: FaultSelection

  func run() throws {
    try selection.run(lane: "oom", faults: [.memory], options)
  }
}
