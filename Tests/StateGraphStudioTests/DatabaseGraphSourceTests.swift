import Foundation
import SampleDomains
import StateGraphPersistence
import StateGraphStudio
import StateGraphStudioServer
import TestSupport
import Testing

/// The graph of an app, in the answers of the server.
@Suite struct DatabaseGraphSourceTests {
  /// A database with two users, observers, and the API of a server for it.
  private final class Scene {
    let folder: TemporaryDirectory
    let database: Database
    let users: EntityStore<User>
    let posts: EntityStore<Post>
    let ada: User
    let api: StudioAPI
    let token: String
    private let subscription: AnyCancellable

    init() throws {
      folder = try TemporaryDirectory()
      let path = folder.file("app.sqlite")
      database = try Database(
        path: path,
        migrations: .directory(PackageRoot.path + "/Migrations")
      )
      (users, posts) = (try EntityStore<User>(database), try EntityStore<Post>(database))
      let ada = User(id: "ada", name: "Secret Ada")
      users.add(ada)
      self.ada = ada
      let title = Computed(name: "title of the window") { _ in
        "\(ada.name): \(ada.posts.count)"
      }
      subscription = withGraphTracking { title.onChange { _ in } }
      let source = DatabaseGraphSource(database)
      api = StudioAPI(path: path, allowsWriting: false, graph: source)
      token = try api.sessions.token(for: api.sessions.makeTicket())
      source.setTracing(true)
    }

    deinit {
      subscription.cancel()
      api.close()
    }

    /// Adds a post in a write. Returns the line of the write.
    func addPost() throws -> Int {
      let line = #line + 1
      try database.write { posts.add(Post(id: "p1", title: "Secret title", author: ada)) }
      return line
    }

    func request(
      _ method: String,
      _ route: String,
      _ body: String = ""
    ) async throws -> [String: Any] {
      var head = RequestHead(method: method, target: "/api/v1/" + route)
      head.token = token
      let answer = try await api.answer(try api.route(of: head), body: Array(body.utf8), head: head)
      guard case .bytes(let bytes) = answer.body else { return [:] }
      // No name or place in an answer may contain a value.
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Secret"))
      let object = try JSONSerialization.jsonObject(with: Data(bytes))
      return object as? [String: Any] ?? [:]
    }
  }

  @Test func `a commit is listed with its counts, and its trace names the place of the write`()
    async throws
  {
    let scene = try Scene()
    let line = try scene.addPost()
    let overview = try await scene.request("GET", "graph")
    let traces = try #require(overview["traces"] as? [[String: Any]])
    #expect(traces.count == 1)
    #expect(traces[0]["line"] as? Int == line)
    #expect(traces[0]["file"] as? String == #fileID)
    #expect(traces[0]["evaluations"] as? Int == 2)
    #expect(traces[0]["calls"] as? Int == 1)
    let number = try #require(traces[0]["number"] as? Int)
    let trace = try await scene.request("GET", "trace/\(number)")
    let work = try #require(trace["work"] as? [[String: Any]])
    #expect(work.map { $0["kind"] as? String } == ["evaluation", "evaluation", "call"])
    let names = ["User.posts", "title of the window", "title of the window"]
    #expect(work.map { $0["name"] as? String } == names)
    let marks = try #require(trace["marks"] as? [[String: Any]])
    let posts = try #require(marks.first { $0["name"] as? String == "User.posts" })
    #expect(work.first?["causes"] as? [Int] == [try #require(posts["node"] as? Int)])
  }

  @Test func `the nodes around a marked node lead to the observer`() async throws {
    let scene = try Scene()
    let overview = try await scene.request("GET", "graph")
    let roots = try #require(overview["nodes"] as? [[String: Any]])
    let posts = try #require(roots.first { $0["name"] as? String == "User.posts" })
    let node = try #require(posts["node"] as? Int)
    let body = #"{"version":1,"node":\#(node),"depth":4}"#
    let answer = try await scene.request("POST", "graph", body)
    let nodes = try #require(answer["nodes"] as? [[String: Any]])
    #expect(nodes.first?["level"] as? Int == 0)
    #expect(nodes.contains { $0["name"] as? String == "title of the window" })
    let observer = try #require(nodes.first { $0["kind"] as? String == "observer" })
    #expect(observer["level"] as? Int == 3)
    #expect((observer["file"] as? String)?.hasSuffix("DatabaseGraphSourceTests.swift") == true)
    #expect((answer["edges"] as? [[Int]])?.count == nodes.count - 1)
  }

  @Test func `unknown nodes and commits are refused, and so are invalid requests`() async throws {
    let scene = try Scene()
    for (method, route, body, status) in [
      ("POST", "graph", #"{"version":1,"node":999999999}"#, 404),
      ("POST", "graph", #"{"version":1,"node":1,"depth":9}"#, 400),
      ("POST", "graph", #"{"version":1,"node":1,"limit":501}"#, 400),
      ("POST", "graph", #"{"version":1,"node":1,"address":1}"#, 400),
      ("POST", "graph", #"{"version":1}"#, 400), ("GET", "trace/99999", "", 404),
      ("GET", "trace/", "", 404), ("GET", "trace/-1", "", 404), ("GET", "trace/x", "", 404),
      ("GET", "trace/99999999999999999999", "", 404), ("POST", "trace/1", "", 405),
      ("DELETE", "graph", "", 405),
    ] {
      let error = await #expect(throws: StudioError.self) {
        _ = try await scene.request(method, route, body)
      }
      #expect(error?.status == status, "\(method) \(route) \(body)")
    }
  }

  @Test func `a released database has no graph, and its server still answers`() async throws {
    let folder = try TemporaryDirectory()
    var database: Database? = try Database(path: folder.file("app.sqlite"))
    let source = try DatabaseGraphSource(#require(database))
    weak let reference = database
    database = nil
    #expect(reference == nil)
    #expect(source.roots(limit: 10).nodes.isEmpty)
    #expect(source.traces().isEmpty)
    #expect(source.changeCount == 0)
    source.setTracing(true)
  }
}
