import ArgumentParser

/// Makes the layers below the library fail, and checks that its promises hold.
@main
struct ReliabilityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reliability",
    abstract: "Runs the library under faults, and checks what the file says afterwards.",
    discussion: """
      Each lane visits every place at which its fault can happen, prints one line with what it \
      found, and exits with 1 where something was lost, broken or not reached. Every failure is \
      followed by the command that brings it back.

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
