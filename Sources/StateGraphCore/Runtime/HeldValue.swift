/// Holds a value until it is let go of.
@usableFromInline
package final class HeldValue<Value> {
  private let value: Value

  @usableFromInline
  package init(_ value: consuming Value) { self.value = value }
}
