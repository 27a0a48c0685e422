/// Boxes a value so that ``DeferredRelease`` can keep it as an object.
@usableFromInline
package final class HeldValue<Value> {
  private let value: Value

  @usableFromInline
  package init(_ value: consuming Value) { self.value = value }
}
