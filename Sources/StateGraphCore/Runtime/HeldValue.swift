/// Wraps a value of any type in an object, because ``DeferredRelease`` can retain only objects.
@usableFromInline
package final class HeldValue<Value> {
  private let value: Value

  @usableFromInline
  package init(_ value: consuming Value) { self.value = value }
}
