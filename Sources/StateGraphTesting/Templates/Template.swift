import StateGraphFixtures
import StateGraphSQLite
import StateGraphThreads

/// A database file with the content of a fixture. Each test gets a copy of the file. A process
/// prepares a template at most once.
///
/// A template is made from another template, its base, by one more step, such as the rows of a
/// folder. Two fixtures that begin with the same steps therefore share the templates of these
/// steps.
final class Template: Sendable {
  private let base: Template?
  private let step: TemplateStep
  private let package: PackageFolder

  private enum State {
    case new, preparing
    case prepared(Result<PreparedTemplate, any Error>)
  }

  private let state = Monitor(State.new)

  init(_ step: TemplateStep, on base: Template?, in package: PackageFolder) {
    self.step = step
    self.base = base
    self.package = package
  }

  /// Returns the prepared template. The first call prepares it, and other threads wait meanwhile.
  ///
  /// - Throws: The same error at each call, so that a bad fixture fails each test that uses it.
  ///   ``TestDatabaseError`` with `.misuse` if the template waits for the caller.
  func prepare() throws -> PreparedTemplate {
    if case .prepared(let known) = state.read({ $0 }) { return try known.get() }
    return try TemplateWaits.waiting(for: self) { try prepareOnce() }
  }

  private func prepareOnce() throws -> PreparedTemplate {
    let isFirst = state.change { state -> Bool in
      guard case .new = state else { return false }
      state = .preparing
      return true
    }
    if isFirst {
      // No lock is held, because a step can be code of the test. Other threads wait below. Their
      // tests can do nothing without the template.
      let made = Result { try TemplateWaits.preparing(self) { try make() } }
      state.change { $0 = .prepared(made) }
    }
    state.wait { if case .prepared = $0 { true } else { false } }
    let known: Result<PreparedTemplate, any Error>? = state.read {
      if case .prepared(let known) = $0 { known } else { nil }
    }
    guard let known else { throw TestDatabaseError(.misuse, "The template is not prepared.") }
    return try known.get()
  }

  private func make() throws -> PreparedTemplate {
    let base = try base?.prepare()
    var digest = TemplateDigest(base: base)
    switch step {
    case .migrations(let source):
      let declared = PackageMigrations(source: source, package: package)
      let migrations = try declared.load()
      for migration in migrations { digest.add(migration.name, fingerprint: migration.fingerprint) }
      return try stored(digest) { path throws in
        let source = MigrationSource { () throws(DatabaseError) in migrations }
        try declared.withPlaces { try Database(path: path, migrations: source).close() }
        return LabelNames()
      }
    case .folder(let path):
      let folder = try FixtureFolder(path: package.absolute(path), shownAs: path)
      for file in folder.files { digest.add(file.name, bytes: try folder.bytes(of: file)) }
      return try stored(digest) { file throws in
        var names = base?.names ?? LabelNames()
        try base?.copy(to: file)
        names.add(try FixtureLoader(folder, into: file).load())
        return names
      }
    case .generated(let counts, let seed, let own):
      digest.add("generator", fingerprint: "\(GeneratedDatabase.format) \(seed) \(counts.each)")
      for (table, count) in counts.ofTables.sorted(by: { $0.key < $1.key }) {
        digest.add(table, fingerprint: "\(count)")
      }
      if own != nil { digest.addCode() }
      return try stored(digest) { path throws in
        try base?.copy(to: path)
        _ = try GeneratedDatabase(path, seed: seed, own: own ?? OwnValues()).fill(counts)
        return base?.names ?? LabelNames()
      }
    case .code(let body):
      // No hash can be computed for code. Another process therefore cannot know whether its code
      // would write the same rows, so the template stays in this process.
      return try CloneFolder.withFile(bytes: base?.image.bytes.count ?? 0) { file in
        try base?.copy(to: file)
        let location = try DatabaseLocation(path: file)
        let database = try Database(location, content: .upToDate, configuration: .init())
        try body(database)
        try database.close()
        return try PreparedTemplate(
          path: file,
          digest: nil,
          names: base?.names ?? LabelNames()
        )
      }
    }
  }

  private func stored(
    _ digest: TemplateDigest,
    build: (String) throws -> LabelNames
  ) throws -> PreparedTemplate {
    guard let name = digest.name else {
      return try CloneFolder.withFile(bytes: 0) { file in
        let names = try build(file)
        return try PreparedTemplate(path: file, digest: nil, names: names)
      }
    }
    return try TemplateStore(package).template(name, build: build)
  }
}

/// What a ``Template`` adds to the template from which it is made.
enum TemplateStep: Sendable {
  /// Creates an empty database with these migrations. This is the first step of each fixture.
  case migrations(MigrationSource)
  /// Loads the fixture files in the folder with this path.
  case folder(String)
  /// Generates rows of all tables. The last value contains functions that make the values of some
  /// columns. It is nil if the generator makes all values.
  case generated(RowGenerator.Counts, seed: UInt64, OwnValues?)
  /// Runs code of the test that writes rows.
  case code(@Sendable (Database) throws -> Void)
}
