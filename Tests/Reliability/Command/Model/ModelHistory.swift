import Dispatch
import Glibc
import StateGraphSQLite

/// Runs the operations of a history on a file that three actors share: two database objects of this
/// process, and a child process.
///
/// Every committed transaction is repeated on a reference file that has no other users. Both files
/// must have the same content, and so must the replica of every actor that follows commits.
final class ModelHistory {
  private let directory: String
  private var path: String { directory + "/shared.sqlite" }
  private let locals: [LocalActor]
  private let child: ModelChild
  private var reference: Database
  private var referenceCount = 0
  private(set) var counts: [String: Int] = [:]

  /// - Parameter seed: Determines which actors follow commits, and whether the child process has
  ///   full durability.
  init(seed: UInt64, in directory: String) throws {
    self.directory = directory
    for name in ["/shared.sqlite", "/reference-0.sqlite"] {
      let database = try Database.shared(directory + name)
      for statement in ModelWork.schema { try database.execute(statement) }
      try database.close()
    }
    reference = try Database.shared(directory + "/reference-0.sqlite")
    let shared = directory + "/shared.sqlite"
    // Each actor follows in three of four histories.
    locals = [
      LocalActor(path: shared, follows: seed % 4 != 3),
      LocalActor(path: shared, follows: seed / 4 % 4 != 3),
    ]
    child = try ModelChild(
      path: shared,
      follows: seed / 16 % 4 != 3,
      // With full durability there is a time between the write of a commit to the log and its
      // visibility.
      isDurable: seed / 64 % 2 == 0,
      directory: directory
    )
  }

  private var actors: [any ModelActor] { locals + [child] }

  func run(_ operations: [ModelOperation]) throws {
    for actor in actors { try actor.open() }
    for operation in operations {
      do {
        try run(operation)
      } catch {
        throw Violation("operation \(operation): \(error)")
      }
    }
    try settle()
    for actor in actors { try actor.close() }
    for local in locals {
      counts["told", default: 0] += local.counts.rows
      counts["read", default: 0] += local.counts.reads
    }
    try checkFiles()
  }

  private func run(_ operation: ModelOperation) throws {
    let actor = actors[operation.actor]
    counts[operation.kind.rawValue, default: 0] += 1
    switch operation.kind {
    case .work, .schema, .bulk:
      guard let work = operation.work else { return }
      let isCommitted = try actor.run(work)
      guard isCommitted == work.run(on: reference) else {
        throw Violation(
          isCommitted
            ? "the transaction was committed, on the reference file it was rolled back"
            : "the transaction was rolled back, on the reference file it was committed"
        )
      }
      if isCommitted { counts["commits", default: 0] += 1 }
    case .settle:
      if operation.seed % 2 == 0 { for actor in actors { try actor.hear() } }
      try settle()
    case .reopen:
      try actor.close()
      try actor.open()
    case .reopenAll:
      for actor in actors { try actor.close() }
      for actor in actors { try actor.open() }
    case .kill:
      try child.kill(inside: nil)
      try child.open()
    case .killInside:
      try child.kill(inside: ModelWork(kind: .rows, seed: operation.seed, number: -1))
      try child.open()
    case .stranger: try strange(operation.seed)
    case .checkpoint:
      var random = SplitMix(seed: operation.seed)
      let mode = random.element(of: ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
      _ = try stranger().rows(.raw("PRAGMA wal_checkpoint(\(mode))"))
    case .burst: try burst(operation)
    }
  }

  private func stranger() throws -> WriterConnection {
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    connection.recordChanges(.never)
    return connection
  }

  private func strange(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let id = random.number(below: 6)
    let statement: SQL = random.element(of: [
      "INSERT OR REPLACE INTO t VALUES (\(id), \(id), 4)", "DELETE FROM w WHERE b = \(id)",
      "INSERT INTO n (v, u) VALUES ('stranger', \(id))", "UPDATE k SET v = v || \(id)",
    ])
    try stranger().run(statement)
    try reference.execute(statement)
  }
}

// MARK: - Concurrent transactions

extension ModelHistory {
  /// Runs transactions of all actors at once. Their order is unknown, so the result is compared
  /// with the answers of the actors, and the reference file is created again.
  private func burst(_ operation: ModelOperation) throws {
    var random = SplitMix(seed: operation.seed)
    let works = (0..<3).map { actor in
      (0..<(2 + random.number(below: 8))).map { index in
        ModelWork(
          kind: random.number(below: 20) == 0 ? .schema : .rows,
          seed: random.next(),
          number: operation.number * ModelOperation.numbersEach + actor * 30 + index
        )
      }
    }
    child.begin(works[2])
    let threads = zip(locals, works).map { local, works in ModelThread(local, works) }
    let group = DispatchGroup()
    for thread in threads { DispatchQueue.global().async(group: group) { thread.run() } }
    var answers: [Bool]
    let isKilled = random.number(below: 3) == 0
    if isKilled {
      usleep(UInt32(random.number(below: 4_000)))
      answers = child.killNow()
      counts["killedInBurst", default: 0] += 1
    } else {
      answers = try works[2].map { try child.answer(to: $0) }
    }
    group.wait()
    if isKilled { try child.open() }
    var committed: Set<Int> = []
    for (works, answers) in zip(works, try threads.map { try $0.answers.get() } + [answers]) {
      for (work, answer) in zip(works, answers) where answer { committed.insert(work.number) }
    }
    // The transaction during which the process was killed may be in the file or not.
    let open = answers.count < works[2].count ? works[2][answers.count].number : nil
    try checkJournal(of: operation, has: committed, or: open)
    counts["commits", default: 0] += committed.count
    try locals.forEach { try $0.check() }
    try child.check()
    try remakeReference()
  }

  private func checkJournal(
    of operation: ModelOperation,
    has committed: Set<Int>,
    or open: Int?
  ) throws {
    let first = operation.number * ModelOperation.numbersEach
    let rows = try locals[0].database.rows(
      """
      SELECT number FROM journal
      WHERE number BETWEEN \(first) AND \(first + ModelOperation.numbersEach - 1)
      """
    )
    let found = Set(rows.compactMap { Int($0[0]) })
    let surprises = found.symmetricDifference(committed)
    guard surprises.subtracting(open.map { [$0] } ?? []).isEmpty else {
      throw Violation("the file contradicts the answers for the transactions \(surprises.sorted())")
    }
  }

  private func remakeReference() throws {
    try reference.close()
    referenceCount += 1
    let path = directory + "/reference-\(referenceCount).sqlite"
    try locals[0].database.backup(to: path)
    reference = try Database.shared(path)
  }
}

/// The transactions of one thread in a burst.
private final class ModelThread: @unchecked Sendable {
  // SAFETY: the thread that runs the object ends before another thread reads it.

  private let actor: LocalActor
  private let works: [ModelWork]
  private(set) var answers: Result<[Bool], any Error> = .success([])

  init(_ actor: LocalActor, _ works: [ModelWork]) {
    (self.actor, self.works) = (actor, works)
  }

  func run() { answers = Result { try works.map { try actor.run($0) } } }
}

// MARK: - Invariants

extension ModelHistory {
  private func settle() throws {
    for local in locals { try local.check() }
    try child.check()
    let database = try locals[0].database
    let found = try database.read { try TableContents(of: database) }
    if let difference = found.difference(from: try TableContents(of: reference)) {
      throw Violation("the file and the reference file differ: \(difference)")
    }
  }

  private func checkFiles() throws {
    let names = try Directory.names(in: directory).filter { $0.hasPrefix("shared.sqlite-") }
    guard names.isEmpty else {
      throw Violation("after all processes closed the file, these files remain: \(names)")
    }
    let database = try Database.shared(path)
    let results = try database.rows("PRAGMA integrity_check").map { $0[0] }
    guard results == [.text("ok")] else { throw Violation("integrity_check: \(results)") }
    guard try database.rows("PRAGMA foreign_key_check").isEmpty else {
      throw Violation("foreign_key_check")
    }
    try database.close()
    try reference.close()
  }
}
