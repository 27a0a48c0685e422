import Foundation
import TestSupport
import Testing

@testable import StateGraphTesting

/// Places that are too small or that cannot be written, by file systems that only a child process
/// of this test program sees.
@Suite(.enabled(if: SmallFileSystem.canBeMounted, Comment(rawValue: SmallFileSystem.reason)))
struct HostilePlaceTests {
  private let directory: TemporaryDirectory
  private static let smallMemory = "mount -t tmpfs -o size=1m none /dev/shm"

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ filter: String, mounting mounts: String) throws -> ForcedFailures.Run {
    try ForcedFailures.run(
      ["--testing-library", "swift-testing", "--filter", filter],
      ["TMPDIR": directory.path],
      mounting: mounts
    )
  }

  @Test func `a shared memory of one megabyte is left alone, and nothing remains`() throws {
    let run = try run("ForcedPlaces/path", mounting: Self.smallMemory)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.count("a database in \(directory.path)/") == 1, "\(run.output)")
    #expect(run.count("left: ") == 0, "\(run.output)")
  }

  @Test func `a failure with a shared memory of one megabyte leaves nothing`() throws {
    let run = try run("ForcedTraitFailures/(expectation|neighbour)", mounting: Self.smallMemory)
    #expect(run.status != 0)
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count("count == 7") == 1, "\(run.output)")
    #expect(run.count("left: ") == 0, "\(run.output)")
  }

  @Test func `without any space the failure names the place, at the line of the trait`() throws {
    let run = try run(
      "ForcedPlaces/large",
      mounting: Self.smallMemory + "\nmount -t tmpfs -o size=1m none \"$TMPDIR\""
    )
    #expect(run.status != 0)
    let place = "ForcedPlaces.swift:\(ForcedPlaces.line):"
    #expect(run.count("recorded an issue at " + place) == 1, "\(run.output)")
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count("The folder \(directory.path) is full. ") == 1, "\(run.output)")
    #expect(run.count("the body of the test runs") == 0)
    #expect(run.count("left: ") == 0, "\(run.output)")
  }

  @Test func `in a checkout that cannot be written the tests run, and no patch is promised`() throws
  {
    let root = PackageRoot.path
    let run = try run(
      "ForcedPlaces/path|ForcedPatches/rows",
      mounting: """
        mount --bind '\(root)' '\(root)'
        mount -o remount,bind,ro '\(root)'
        if touch '\(root)/.build/written' 2>/dev/null; then exit 99; fi
        """
    )
    #expect(run.status != 0 && run.status != 99, "\(run.output)")
    #expect(run.count("a database in ") == 1, "\(run.output)")
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count("The rows of orders differ") == 1, "\(run.output)")
    #expect(run.count("git apply") == 0, "\(run.output)")
    // The templates stay for the next run.
    let left = run.output.split(separator: "\n").filter { $0.hasPrefix("left: \(directory.path)") }
    #expect(left.allSatisfy { $0.contains("/stategraph-templates-") }, "\(left)")
    #expect(run.count("stategraph-tests-\(getuid())-\(run.process)-") == 0)
  }
}
