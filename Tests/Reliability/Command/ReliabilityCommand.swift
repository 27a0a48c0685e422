import ArgumentParser

/// Injects faults into the layers below the library, and checks the guarantees of the library.
@main
struct ReliabilityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reliability",
    abstract: "Injects faults below the library, and checks the database file after each fault.",
    discussion: """
      Each lane injects one kind of fault at each place where the fault can happen. The lane \
      prints one line with the number of places and the number of each result. It exits with 1 if \
      a check fails or if its fault never happens. Below each failure, it prints the command that \
      repeats the failure.

      Example: reliability io --scenario write --fault full --at 3
      """,
    subcommands: [
      ContendLane.self,
      ContendWriter.self,
      ModelLane.self,
      ModelProcess.self,
      MemoryLane.self,
      InputOutputLane.self,
      SystemCallLane.self,
      ImageLane.self,
      KillLane.self,
      SoakLane.self,
      CheckpointLane.self,
      MutatedLane.self,
      ClockLane.self,
      Work.self,
      WorkOfDeath.self,
      WorkOfImages.self,
      WorkOfKilling.self,
      WorkOfMutants.self,
      Die.self,
      Live.self,
      Storm.self,
    ]
  )
}
