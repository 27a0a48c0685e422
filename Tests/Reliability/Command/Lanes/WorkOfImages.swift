import ArgumentParser
import CFaults
import StateGraphSQLite

/// A child process that makes and checks the crash images of one scenario.
struct WorkOfImages: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "crash-images", shouldDisplay: false)

  @Option var scenario: ScenarioName
  @Flag var full = false
  @Flag var scrambles = false
  @Option var lie: Disk.Lie?
  @Option var variants: Int
  @Option var seed: UInt64
  @Option var directory: String
  @OptionGroup var range: PointRange

  func run() throws {
    let lane = directory
    let directory = try Directory.make(lane + "/place")
    try FileContents().replace(directory)
    let (start, recording) = try record(in: directory, of: lane)
    if scenario == .checkpoint || scenario == .close {
      guard recording.movesLog else { throw Violation("no page was moved from the log") }
    }
    // On a disk that scrambles sectors, each commit flushes.
    if scenario == .share, full, !scrambles {
      guard recording.sharesFlushes else { throw Violation("each commit had a flush of its own") }
    }
    if scenario == .checkpoint {
      guard recording.beginsLogAnew else {
        throw Violation("the start of the log was not overwritten")
      }
    }
    let disk = Disk(scramblesSectors: scrambles, lie: lie)
    var images = CrashImages(start: start, disk: disk, variantCount: variants, seed: seed)
    images.forEach(of: recording, where: isVisited) { number, image in
      tell("point \(number)")
      range.tellOutcome {
        try verify(image, in: directory, number)
        return .failed
      }
      return number < range.to ?? .max
    }
  }

  /// Returns whether the lane visits an image. Tells the parent now and then that the child works:
  /// minutes can pass until an image differs from all earlier ones.
  private func isVisited(_ number: Int) -> Bool {
    if number % 1_000 == 0 { tell("working") }
    return range.contains(number)
  }

  private func verify(_ image: CrashImages.Image, in directory: String, _ number: Int) throws {
    var contents = image.contents
    contents.files[SharingRemains.name] = SharingRemains(of: number).bytes(seed: seed)
    try contents.replace(directory)
    let place = Place(directory: directory, seed: seed, durability: durability)
    let found = try scenario.type.init(place).verify(
      full ? .atLeast(image.acknowledged) : .anyPrefix
    )
    if !found.isSuperset(of: image.acknowledged) { tell("outcome lost") }
  }

  private var durability: Durability { full ? .full : .normal }

  private func record(
    in directory: String,
    of lane: String
  ) throws -> (start: FileContents, Recording) {
    guard faults_vfs_install() == 0 else { throw Violation("the file system cannot be installed") }
    defer { faults_vfs_remove() }
    faults_vfs_set_powersafe_overwrite(!scrambles)
    // Commits of several threads meet only in a flush that takes time.
    faults_vfs_set_flush_time(scenario == .share ? 20_000 : 0)
    defer { faults_vfs_set_flush_time(0) }
    // The starting files differ between disks with and without scrambling, so each kind is kept in
    // its own folder.
    let kept = try Directory.make("\(lane)/scrambles-\(scrambles)")
    var start = try scenario.type.start.make(
      in: directory,
      seed: seed,
      durability: durability,
      keptBeside: kept
    )
    try start.replace(directory)
    // SQLite does not write the sharing file, and it holds no rows.
    start.files[SharingRemains.name] = nil
    let recording = try Recording.of(directory) {
      let place = Place(directory: directory, seed: seed, durability: durability) {
        faults_record_mark(Int64($0))
      }
      let scenario = scenario.type.init(place)
      try scenario.prepare()
      scenario.act()
      scenario.end()
      if let error = place.errors.first { throw error }
    }
    return (start, recording)
  }
}

/// The content of the sharing file after a power loss. The file is never flushed.
enum SharingRemains: Int, CaseIterable {
  case nothing, zeros, noise

  static let name = "bank.sqlite-sharing"
  private static let byteCount = 6_145

  init(of number: Int) { self = Self.allCases[number % Self.allCases.count] }

  func bytes(seed: UInt64) -> [UInt8]? {
    var random = SplitMix(seed: seed)
    return switch self {
    case .nothing: nil
    case .zeros: Array(repeating: 0, count: Self.byteCount)
    case .noise: (0..<Self.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }
}
