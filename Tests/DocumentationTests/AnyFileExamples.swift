import Foundation
import StateGraphPersistence

// The code of the article about files of other programs, as it stands there.

func openOtherFile() throws -> Database {
  var configuration = Database.Configuration()
  configuration.add(
    collation: DatabaseCollation("unicase") { one, other in
      let (one, other) = (one.lowercased(), other.lowercased())
      return one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    }
  )
  configuration.add(
    function: DatabaseFunction("word_count", argumentCount: 1, pure: true) { arguments in
      String(value: arguments[0])?.split(separator: " ").count
    }
  )
  let database = try Database(path: "collection.anki2", configuration: configuration)
  return database
}
