/// Stores the entities of an ``EntityStore``, either in memory or in a database table.
@usableFromInline
package protocol EntityStoreBacking<Element>: AnyObject, Sendable {
  associatedtype Element: TypedIdentifiable

  func add(_ entities: [Element])
  func get(by id: Element.TypedID) -> Element?
  func getAll() -> [Element]
  func contains(_ id: Element.TypedID) -> Bool
  var count: Int { get }
  func modify(_ id: Element.TypedID, body: (Element) -> Void) -> Bool
  func updateOrCreate<Failure: Error>(
    id: Element.TypedID,
    update: (inout Element) throws(Failure) -> Void,
    create: () throws(Failure) -> Element
  ) throws(Failure) -> Element?
  func delete(_ id: Element.TypedID) -> Bool
}
