import Foundation
import TestSupport
import Testing

@Suite("stategraph generate")
struct GenerateCommandTests {
  @Test func `classes are printed, or written as one file or as one for each class`() throws {
    let scene = try CommandScene()
    let source = ["generate", "--migrations", PackageRoot.migrations]
    let printed = try scene.run(source)
    #expect(printed.status == 0, "\(printed.errors)")
    #expect(printed.output.contains("@Entity(id: String.self)\nfinal class Book {\n"))
    let file = scene.directory.file("Model.swift")
    #expect(try scene.run(source + ["--output", file]).output == file + "\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed.output)
    let folder = scene.directory.file("Entities")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    #expect(try scene.run(source + ["--output", folder]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let types = ["Author", "Book", "BookTag", "Comment", "Post", "Tag", "User"]
    #expect(names == types.map { $0 + ".swift" })
  }

  @Test func `a database and its migrations give the same classes, and the file is unchanged`()
    throws
  {
    let scene = try CommandScene.samples()
    let before = try Data(contentsOf: URL(fileURLWithPath: scene.database))
    let ofFile = try scene.run("generate", scene.database)
    let ofFolder = try scene.run("generate", "--migrations", PackageRoot.migrations)
    #expect(ofFile.status == 0)
    #expect(ofFile.output == ofFolder.output)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scene.database)) == before)
    let json = try scene.run("generate", scene.database, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["command"] as? String == "generate")
    #expect(object?["source"] as? String == ofFile.output)
  }

  @Test func `an existing file stops the generation of all files, unless --force is passed`() throws
  {
    let scene = try CommandScene()
    let folder = scene.directory.path
    let taken = try scene.directory.write("mine", to: "Post.swift")
    let source = ["generate", "--migrations", PackageRoot.migrations, "--output", folder]
    let refused = try scene.run(source)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("Post.swift"))
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder + "/Author.swift"))
    #expect(try scene.run(source + ["--force"]).status == 0)
    #expect(try String(contentsOfFile: taken, encoding: .utf8).contains("final class Post"))
  }

  @Test(
    arguments: [
      (["generate"], 64), (["generate", "x", "--migrations", "y"], 64),
      (["generate", "no.sqlite"], 66),
      (["generate", "--migrations", "/no/such/folder"], 78),
      (["generate", "--migrations", PackageRoot.migrations, "--output", "/no/such/a.swift"], 73),
      (["generate", "--migrations", PackageRoot.migrations, "--prefix", "a b"], 64),
    ] as [([String], Int32)]
  )
  func `each wrong use has its exit code`(arguments: [String], status: Int32) throws {
    let result = try CommandScene().run(arguments)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.output == "")
  }
}
